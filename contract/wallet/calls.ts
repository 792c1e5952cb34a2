import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { CurrencyProtocol } from '../chains/index.ts';
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

/** An account type that holds a currency. */
export const AccountKind = Type.Object({ id: Type.Integer(), account_code: Type.String(), name: Type.String() });
export type AccountKind = Static<typeof AccountKind>;

/**
 * A currency with the terms of its movements. A movement is open if one of the networks is open for it. `draw_rate`,
 * `draw_min` and `draw_max` are the terms of the first network that is open for withdrawals, or else of the first one.
 */
export const AccountCurrency = Type.Object({
  code: Type.String(),
  logo: Type.String(),
  usd_price: Decimal,
  open_recharge: Flag,
  open_draw: Flag,
  can_convert: Flag,
  draw_rate: Decimal,
  draw_min: Decimal,
  draw_max: Decimal,
  is_recharge_account: Flag,
  account_types: Type.Array(AccountKind),
  currency_protocols: Type.Array(CurrencyProtocol),
});
export type AccountCurrency = Static<typeof AccountCurrency>;

/** A balance with its currency. `withdrawable` is the part of `balance` that may leave the exchange now. */
export const AccountRow = Type.Object({
  ...AccountDetail.properties,
  withdrawable: Decimal,
  currency: AccountCurrency,
});
export type AccountRow = Static<typeof AccountRow>;

/** All balances of one account type, with their value. */
export const AccountGroup = Type.Object({
  id: Type.Integer(),
  account_code: Type.String(),
  name: Type.String(),
  is_recharge: Flag,
  ...ConvertedBalance,
  accounts: Type.Array(AccountRow),
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
      'margin_needed',
      'debt_outstanding',
      'deposit_unmatured',
      'coins_maturing',
    ],
  },
);
