import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Decimal, IntegerInput, Milliseconds, Page } from '../values.ts';

const Currency = Type.Object({ id: Type.Integer(), code: Type.String() });

/**
 * The current terms of a fixed-term deposit product. `name` is in the language of the caller; `interest`, `starts_at`
 * and `matures_at` are those of a deposit made now.
 */
export const SavingsProduct = Type.Object({
  id: Type.Integer(),
  version: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  limit_days: Type.Integer({ minimum: 1 }),
  display_rate: Decimal,
  limit_number: Decimal,
  currency: Currency,
  quota_left: Type.Integer({ minimum: 0 }),
  mine_left: Type.Integer({ minimum: 0 }),
  interest: Decimal,
  starts_at: Milliseconds,
  matures_at: Milliseconds,
});
export type SavingsProduct = Static<typeof SavingsProduct>;

/** The states of a deposit: in force, settled at maturity, redeemed early. */
export const savingsStatus = { inForce: 1, settled: 2, redeemed: 3 } as const;

const SavingsStatus = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]);
export type SavingsStatus = Static<typeof SavingsStatus>;

/**
 * A deposit, with the terms of the time at which it was made. `name` and `status_name` are in the language of the
 * caller.
 */
export const SavingsLock = Type.Object({
  id: Type.Integer(),
  product_id: Type.Integer(),
  currency: Currency,
  name: Type.String(),
  number: Decimal,
  limit_days: Type.Integer({ minimum: 1 }),
  display_rate: Decimal,
  status: SavingsStatus,
  status_name: Type.String(),
  locked_at: Milliseconds,
  started: Milliseconds,
  matures_at: Milliseconds,
  ended_at: Type.Union([Milliseconds, Type.Null()]),
  redeemable_at: Milliseconds,
  accrued: Decimal,
  interest: Decimal,
  remaining_days: Type.Integer({ minimum: 0 }),
});
export type SavingsLock = Static<typeof SavingsLock>;

/** A deposit with its events, newest first. Forfeited interest is omitted. */
export const SavingsLogEntry = Type.Object({
  lock: SavingsLock,
  rows: Type.Array(
    Type.Object({
      type: Type.Enum(['lock', 'interest', 'matured', 'redeemed']),
      time: Milliseconds,
      amount: Decimal,
    }),
  ),
});
export type SavingsLogEntry = Static<typeof SavingsLogEntry>;

const open = { access: 'either', rate: 'public' } as const;
const reading = { access: 'user', rate: 'private' } as const;
const ProductFilter = Type.Object({ limit: Type.Optional(IntegerInput) });
const pageFields = { page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) };

/** The products are served by two calls with the same answer. */
export const savingsProducts = readCall(open, 'storage_currency/lock_list', ProductFilter, Type.Array(SavingsProduct));
export const savingsSetting = readCall(
  open,
  'storage_currency/current_setting',
  ProductFilter,
  Type.Array(SavingsProduct),
);

/**
 * Makes a deposit of a product: its amount moves from the spot account to the savings account and is locked there.
 * With a `version`, the deposit is refused if the terms are not of that version.
 */
export const lockSavings = moneyCall(
  { access: 'user', rate: 'order' },
  'storage_currency/submit_lock',
  Type.Object({ id: IntegerInput, version: Type.Optional(IntegerInput) }),
  SavingsLock,
  {
    message: 'savings_locked',
    refusals: [
      'product_unknown',
      'trading_stopped',
      'terms_changed',
      'product_closed',
      'quota_exhausted',
      'user_quota_exhausted',
      'savings_house_full',
      'insufficient_balance',
    ],
  },
);

/** Redeems a deposit before it matures. */
export const redeemSavings = moneyCall(
  { access: 'owner', rate: 'cancel' },
  'storage_currency/redeem',
  Type.Object({ id: IntegerInput }),
  SavingsLock,
  { message: 'savings_redeemed', refusals: ['deposit_unknown', 'redeem_too_early'] },
);

export const ownSavings = readCall(
  reading,
  'storage_currency/my_locks',
  Type.Object({ status: Type.Optional(IntegerInput), ...pageFields }),
  Page(SavingsLock),
);

export const savingsLog = readCall(
  reading,
  'storage_currency/coin_log',
  Type.Object(pageFields),
  Page(SavingsLogEntry),
);
