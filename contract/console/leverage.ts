import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, MaybeDecimal, ShownValues } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleWrite } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** `reduce_only`: nothing is opened; closes, triggers and liquidations continue. */
export const leverageStates = ['open', 'reduce_only'] as const;
const State = Type.Enum(leverageStates);

/** Why a pair has no mark: an asset has no index, its index has no price, or the quotient is out of range. */
const Suspension = Type.Enum(['no_index', 'no_price', 'out_of_range']);

const Side = Type.Enum(['long', 'short']);

/** The amount of which the fee is a part. */
const FeeBase = Type.Enum(['margin', 'amount']);

/** The terms of a pair, with counts as the engine has them, and amounts in the quote currency. */
const counts = {
  state: State,
  /** A hand is `share_points` counts of 10^-`share_decimals` of the base currency. */
  share_decimals: Count,
  share_points: Count,
  mark_decimals: Count,
  min_share: Count,
  max_share: Count,
  fee_base: FeeBase,
  multiples: Type.Array(Count, { maxItems: 100 }),
  shares: Type.Array(Count, { maxItems: 100 }),
};

const SideExposure = Type.Object({ positions: Count, gross: Decimal });

/** A market, its terms of leverage (null if it offers none) and its exposure. `version` is 0 without terms. */
export const LeveragePairRow = Type.Object({
  id: Id,
  symbol: Type.String(),
  quote_code: Type.String(),
  version: Count,
  terms: Type.Union([
    Type.Object({
      ...counts,
      spread: Decimal,
      fee: Decimal,
      reserve: Decimal,
      tiers: Type.Array(Type.Object({ limit: Decimal, multiple: Count })),
      gross_cap: Decimal,
    }),
    Type.Null(),
  ]),
  mark: MaybeDecimal,
  suspended: Type.Union([Suspension, Type.Null()]),
  /** The currency whose index is missing; null unless the pair is suspended for it. */
  suspended_by: Type.Union([Type.String(), Type.Null()]),
  long: SideExposure,
  short: SideExposure,
  /** The amount of long positions minus that of short ones. */
  net: Decimal,
  /** The amounts of orders that have not filled. */
  ordered: Decimal,
});
export type LeveragePairRow = Static<typeof LeveragePairRow>;

/** The house of a quote currency, and its losses: since the beginning, and in the last 24 hours. */
export const LeverageFundRow = Type.Object({
  currency_id: Id,
  currency_code: Type.String(),
  version: Count,
  house_floor: Decimal,
  house_available: Decimal,
  house_reserved: Decimal,
  insurance: Decimal,
  deficits: Decimal,
  insured: Decimal,
  /** The debt of the house to users: profits that neither it nor insurance has paid. */
  unpaid: Decimal,
  liquidations: Count,
  deleveraged: Count,
  day_deficits: Decimal,
  /** By how much `unpaid` has grown; negative if it has shrunk. */
  day_unpaid: Decimal,
  day_liquidations: Count,
});
export type LeverageFundRow = Static<typeof LeverageFundRow>;

/** One of the largest positions. */
export const LeveragePositionRow = Type.Object({
  id: Count,
  user_id: Count,
  symbol: Type.String(),
  quote_code: Type.String(),
  side: Side,
  amount: Decimal,
  profit: Decimal,
  /** Equity by margin of the account in percent; null without margin. */
  risk_rate: MaybeDecimal,
  /** The fifth in the order of deleveraging, 5 first. */
  adl_rank: Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Null()]),
});
export type LeveragePositionRow = Static<typeof LeveragePositionRow>;

/** A liquidation of an account within the last 24 hours. */
export const LiquidationRow = Type.Object({
  sequence: Sequence,
  /** Counts the liquidations of the account within this sequence. */
  n: Count,
  at: Milliseconds,
  user_id: Count,
  currency_code: Type.String(),
  equity: Decimal,
  maintenance: Decimal,
  /** How many positions were closed. */
  closed: Count,
  fee: Decimal,
});
export type LiquidationRow = Static<typeof LiquidationRow>;

/** A decision about terms or a floor, with old and new values in decimals. */
export const LeverageDecision = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  before: ShownValues,
  after: ShownValues,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type LeverageDecision = Static<typeof LeverageDecision>;

const audience = ['risk', 'admin'] as const;

export const leverageCalls = {
  leveragePairs: consoleList({ audience, path: 'leverage/pairs', row: LeveragePairRow }),
  leverageFunds: consoleList({ audience, path: 'leverage/funds', row: LeverageFundRow }),
  /** The fifty largest positions by their amount in dollars. */
  leveragePositions: consoleList({ audience, path: 'leverage/positions', row: LeveragePositionRow }),
  /** The newest two hundred of the last 24 hours. */
  leverageLiquidations: consoleList({ audience, path: 'leverage/liquidations', row: LiquidationRow }),
  /** The decisions about a market's terms, newest first. */
  leverageHistory: consoleList({
    audience,
    path: 'leverage/history',
    input: { id: IntegerInput },
    row: LeverageDecision,
    refusals: { market_unknown: [] },
  }),
  /**
   * Offers leverage on a market (`version` 0) or changes its terms for new positions. Only an offer needs a second
   * person.
   */
  configureLeverage: consoleFourEyes({
    audience: ['risk'],
    path: 'leverage/configure',
    input: {
      id: Id,
      version: Count,
      ...counts,
      spread: DecimalText,
      fee: DecimalText,
      reserve: DecimalText,
      tiers: Type.Array(Type.Object({ limit: DecimalText, multiple: Count }), { maxItems: 100 }),
      gross_cap: DecimalText,
    },
    output: Type.Object({ id: Id, version: Count }),
    refusals: { ...decimalRefusal, market_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
  /** Sets what the lever house keeps free of a currency. */
  configureFloor: consoleWrite({
    audience: ['risk'],
    path: 'leverage/floor',
    input: { currency_id: Id, version: Count, house_floor: DecimalText },
    output: Type.Object({ currency_id: Id, version: Count }),
    stepUp: true,
    refusals: { ...decimalRefusal, currency_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
} as const;
