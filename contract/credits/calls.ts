import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, IntegerInput, Milliseconds } from '../values.ts';

const amountIn = { currency_id: Type.Integer(), currency_code: Type.String(), amount: Decimal };

/** An amount of a currency. */
export const CurrencyAmount = Type.Object(amountIn);

/** A debt of a reversed deposit, and how much of it the spot account can pay. */
export const Debt = Type.Object({ ...amountIn, repayable: Decimal });
export type Debt = Static<typeof Debt>;

/** Coins that were bought from another user and can leave from a time on. */
export const MaturingAmount = Type.Object({ ...amountIn, until: Milliseconds });

/**
 * How much of a user's money can leave the exchange. Deposits that are not final and coins bought peer-to-peer can be
 * traded, but other balances must cover their value; a debt stops everything.
 */
export const Outflow = Type.Object({
  unmatured: Type.Array(CurrencyAmount),
  unmatured_usd: Type.Union([Decimal, Type.Null()]),
  maturing: Type.Array(MaturingAmount),
  debts: Type.Array(Debt),
  available_usd: Decimal,
  rooms: Type.Array(CurrencyAmount),
});
export type Outflow = Static<typeof Outflow>;

/** A payment of a debt. `id` is its journal sequence. */
export const Repayment = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  number: Decimal,
  left: Decimal,
});
export type Repayment = Static<typeof Repayment>;

export const outflow = readCall({ access: 'user', rate: 'private' }, 'wallet/outflow', Empty, Outflow);

/** Pays a debt of the user from one of their accounts. */
export const repayDebt = moneyCall(
  { access: 'user', rate: 'order' },
  'wallet/repay_debt',
  Type.Object({
    currency_id: IntegerInput,
    number: Type.Optional(DecimalInput),
    account_type_id: Type.Optional(IntegerInput),
  }),
  Repayment,
  {
    message: 'debt_repaid',
    refusals: [
      'currency_unknown',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'insufficient_balance',
      'debt_absent',
      'debt_exceeded',
      'margin_needed',
    ],
  },
);
