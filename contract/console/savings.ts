import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, ShownValues } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

export const savingsStates = ['open', 'closed'] as const;
const State = Type.Enum(savingsStates);

/** A product with its terms and its running deposits. */
export const SavingsProductRow = Type.Object({
  id: Id,
  currency_id: Id,
  currency_code: Type.String(),
  /** The principal of one deposit. */
  amount: Decimal,
  days: Count,
  /** Simple interest per year, as a fraction of the principal. */
  rate: Decimal,
  quota: Count,
  user_quota: Count,
  state: State,
  version: Count,
  running: Count,
  running_principal: Decimal,
  /** The interest of the running deposits, which is reserved. */
  reserved_interest: Decimal,
});
export type SavingsProductRow = Static<typeof SavingsProductRow>;

/** The account from which interest is paid: what is free for new deposits, and what is reserved for running ones. */
export const SavingsHouseRow = Type.Object({
  currency_id: Id,
  currency_code: Type.String(),
  available: Decimal,
  reserved: Decimal,
});
export type SavingsHouseRow = Static<typeof SavingsHouseRow>;

/** A decision about a product, with old and new terms in decimals. */
export const SavingsDecision = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  before: ShownValues,
  after: ShownValues,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type SavingsDecision = Static<typeof SavingsDecision>;

const audience = ['risk', 'admin'] as const;

export const savingsCalls = {
  savingsProducts: consoleList({ audience, path: 'savings/products', row: SavingsProductRow }),
  savingsHouse: consoleList({ audience, path: 'savings/house', row: SavingsHouseRow }),
  savingsHistory: consoleList({
    audience,
    path: 'savings/history',
    input: { id: IntegerInput },
    row: SavingsDecision,
    refusals: { product_unknown: [] },
  }),
  /**
   * Creates a product (`id` null, `version` 0) or changes its terms for new deposits. Only a new product needs a second
   * person.
   */
  configureProduct: consoleFourEyes({
    audience: ['risk'],
    path: 'savings/configure',
    input: {
      id: Type.Union([Id, Type.Null()]),
      version: Count,
      currency_id: Id,
      amount: DecimalText,
      days: Type.Integer({ minimum: 1, maximum: 3_650 }),
      rate: DecimalText,
      quota: Count,
      user_quota: Count,
      state: State,
    },
    output: Type.Object({ id: Id, version: Count }),
    refusals: {
      ...decimalRefusal,
      currency_unknown: [],
      product_unknown: [],
      setting_invalid: ['field'],
      setting_unchanged: [],
      listing_full: [],
    },
  }),
} as const;
