import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Line, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, MaybeDecimal, ShownValues } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleRead, consoleWrite } from './declare.ts';

/** Which requests a market accepts: all, orders that rest and cancels, cancels, or none. */
export const marketStates = ['open', 'post_only', 'cancel_only', 'halted'] as const;
/** The effect of an order that would trade with one of the same user. */
export const selfTradePreventions = ['expire_maker', 'expire_taker', 'expire_both'] as const;

const State = Type.Enum(marketStates);
const SelfTradePrevention = Type.Enum(selfTradePreventions);
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });
/** The sequence of the last decision about a market, which a change names. */
const Version = Sequence;

export const CurrencyRow = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  decimals: Count,
  /** How many markets trade it, as base or quote currency. */
  markets: Count,
  listed_at: Milliseconds,
  listed_by: Type.Union([Type.String(), Type.Null()]),
});
export type CurrencyRow = Static<typeof CurrencyRow>;

/** The settings that can change while a market trades, in decimals; shares are fractions. */
const settings = {
  price_step: Decimal,
  quantity_step: Decimal,
  min_notional: Decimal,
  slippage: Decimal,
  price_band: MaybeDecimal,
  max_open_orders: Count,
  self_trade_prevention: SelfTradePrevention,
  sell_blocked: Type.Boolean(),
};

export const MarketRow = Type.Object({
  id: Id,
  symbol: Type.String(),
  base_code: Type.String(),
  quote_code: Type.String(),
  state: State,
  /** Null before the first trade. */
  last_price: MaybeDecimal,
  /** The change of the last 24 hours in percent, and the volume in the base currency. */
  change: Decimal,
  volume: Decimal,
  open_orders: Count,
  /** The rates of tier 0. */
  maker_fee: Decimal,
  taker_fee: Decimal,
  version: Version,
});
export type MarketRow = Static<typeof MarketRow>;

export const MarketDetail = Type.Object({
  ...MarketRow.properties,
  base_id: Id,
  quote_id: Id,
  /** The units of prices and quantities, which never change. */
  tick: Decimal,
  lot: Decimal,
  price_decimals: Count,
  amount_decimals: Count,
  ...settings,
  /** The rates of each tier, tier 0 first. */
  tiers: Type.Array(Type.Object({ tier: Count, maker_fee: Decimal, taker_fee: Decimal })),
});
export type MarketDetail = Static<typeof MarketDetail>;

/** A decision about a market, with old and new values in decimals. */
export const MarketDecision = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  change: Type.Enum(['market_listed', 'market_state_changed', 'market_settings_changed', 'fee_tier_set'] as const),
  tier: Type.Union([Count, Type.Null()]),
  before: ShownValues,
  after: ShownValues,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type MarketDecision = Static<typeof MarketDecision>;

/** Decimals of prices and quantities, as a number or in a query. */
const DecimalsInput = Type.Union([
  Type.Integer({ minimum: 0, maximum: 18 }),
  Type.String({ pattern: '^(?:[0-9]|1[0-8])$' }),
]);

/** The terms of a new market on which its exactness depends. A tick is in quote per base, a lot in base. */
const units = {
  base: IntegerInput,
  quote: IntegerInput,
  price_decimals: DecimalsInput,
  tick: DecimalText,
  amount_decimals: DecimalsInput,
  lot: DecimalText,
};

/**
 * The refusals of a combination of currencies, tick and lot. `lot_inexact`: a lot is not a whole number of the base
 * currency's smallest units. `tick_inexact`: one lot at one tick, which is `amount`, is not a whole number of the quote
 * currency's smallest units, which are `unit`.
 */
const unitRefusals = {
  ...decimalRefusal,
  currency_unknown: ['field'],
  pair_invalid: [],
  pair_listed: ['market'],
  lot_inexact: ['lot', 'unit'],
  tick_inexact: ['amount', 'unit'],
} as const;

const settingInputs = {
  price_step: DecimalText,
  quantity_step: DecimalText,
  min_notional: DecimalText,
  slippage: DecimalText,
  price_band: Type.Union([DecimalText, Type.Null()]),
  max_open_orders: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  self_trade_prevention: SelfTradePrevention,
  sell_blocked: Type.Boolean(),
};

const rateInputs = { maker_fee: DecimalText, taker_fee: DecimalText };

const everyone = ['finance', 'risk', 'admin'] as const;
const about = { id: Id, version: Version };
/** A decision that was carried out: the market, and its new version. */
const Decided = Type.Object({ id: Id, version: Version });

export const marketCalls = {
  currencies: consoleList({ audience: everyone, path: 'currencies', row: CurrencyRow }),
  listCurrency: consoleFourEyes({
    audience: ['admin'],
    path: 'currencies/list',
    input: {
      code: Type.String({ pattern: '^[A-Z0-9]{1,12}$' }),
      decimals: Type.Integer({ minimum: 0, maximum: 8 }),
    },
    output: Type.Object({ id: Id }),
    refusals: { currency_listed: ['code'], listing_full: [] },
  }),
  markets: consoleList({
    audience: everyone,
    path: 'markets',
    input: { q: Type.Optional(Line(40)), state: Type.Optional(State) },
    row: MarketRow,
  }),
  market: consoleRead({
    audience: everyone,
    path: 'market',
    input: { id: IntegerInput },
    output: MarketDetail,
    refusals: { market_unknown: [] },
  }),
  marketHistory: consoleList({
    audience: everyone,
    path: 'market/history',
    input: { id: IntegerInput },
    row: MarketDecision,
    refusals: { market_unknown: [] },
  }),
  /** Whether a market with these units can be listed, and an order on it as an example. */
  checkUnits: consoleRead({
    audience: ['admin'],
    path: 'markets/check',
    input: units,
    output: Type.Object({
      price: Decimal,
      quantity: Decimal,
      total: Decimal,
      /** The value of one lot at this price, in the quote currency. */
      lot_value: Decimal,
    }),
    refusals: unitRefusals,
  }),
  listMarket: consoleFourEyes({
    audience: ['admin'],
    path: 'markets/list',
    input: { ...units, ...settingInputs, ...rateInputs, state: State },
    output: Decided,
    refusals: { ...unitRefusals, setting_invalid: ['field'], listing_full: [] },
  }),
  changeState: consoleWrite({
    audience: ['risk'],
    path: 'markets/state',
    input: { ...about, state: State },
    output: Decided,
    stepUp: true,
    refusals: { market_unknown: [], setting_unchanged: [] },
  }),
  /** Changes the named settings and keeps the others. Resting orders keep their terms. */
  changeSettings: consoleWrite({
    audience: ['risk'],
    path: 'markets/settings',
    input: { ...about, ...Type.Partial(Type.Object(settingInputs)).properties },
    output: Decided,
    stepUp: true,
    refusals: { ...decimalRefusal, market_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
  /** Sets the rates of a tier from the next trade on; null removes a tier above 0. */
  setFees: consoleFourEyes({
    audience: ['finance'],
    path: 'markets/fees',
    input: {
      ...about,
      tier: Type.Integer({ minimum: 0, maximum: 99 }),
      rates: Type.Union([Type.Object(rateInputs), Type.Null()]),
    },
    output: Decided,
    refusals: { ...decimalRefusal, market_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
} as const;
