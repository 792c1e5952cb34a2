import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Milliseconds } from '../values.ts';

const ConvertedBalance = {
  convert_usd: Type.String(),
  convert_eth: Type.String(),
  convert_btc: Type.String(),
};

/**
 * A balance. `balance` is the available amount, `lock_balance` the amount held by open orders, withdrawals, escrows and
 * deposits.
 */
export const AccountDetail = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  account_type_id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  balance: Type.String(),
  lock_balance: Type.String(),
  ...ConvertedBalance,
});
export type AccountDetail = Static<typeof AccountDetail>;

/** All balances of one account type, with their value. */
export const AccountGroup = Type.Object({
  id: Type.Integer(),
  account_code: Type.String(),
  name: Type.String(),
  is_recharge: Flag,
  ...ConvertedBalance,
  accounts: Type.Array(AccountDetail),
});
export type AccountGroup = Static<typeof AccountGroup>;

export const accountDetail = readCall(
  { access: 'user', rate: 'private' },
  'account/detail',
  Type.Object({
    currency_id: IntegerInput,
    account_type_id: Type.Optional(IntegerInput),
    id: Type.Optional(IntegerInput),
  }),
  AccountDetail,
  { refusals: ['currency_unknown'] },
);

export const accountList = readCall(
  { access: 'user', rate: 'private' },
  'account/list',
  Empty,
  Type.Array(AccountGroup),
);

/** The value of all accounts together at a time. */
export const ValuePoint = Type.Object({ time: Milliseconds, convert_usd: Decimal });
export type ValuePoint = Static<typeof ValuePoint>;

/** The value at the end of each of the last 29 days and now, oldest first. */
export const accountValueHistory = readCall(
  { access: 'user', rate: 'private' },
  'account/value_history',
  Empty,
  Type.Array(ValuePoint),
);

/** An executed transfer. `id` is its journal sequence. */
export const Transfer = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  balance: Decimal,
  from: Type.String(),
  to: Type.String(),
});
export type Transfer = Static<typeof Transfer>;

/** `from` and `to` are account codes such as `change_account`; `balance` is the amount. */
export const accountTransfer = moneyCall(
  { access: 'user', rate: 'order' },
  'account/transfer',
  Type.Object({
    currency_id: IntegerInput,
    balance: Type.Optional(DecimalInput),
    from: Type.String({ maxLength: 32 }),
    to: Type.String({ maxLength: 32 }),
  }),
  Transfer,
  {
    message: 'transferred',
    refusals: [
      'currency_unknown',
      'account_unknown',
      'accounts_alike',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'insufficient_balance',
    ],
  },
);
