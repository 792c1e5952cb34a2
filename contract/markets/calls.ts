import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Decimal, Empty, Flag, IntegerInput, Milliseconds, Sequence, Way } from '../values.ts';

/**
 * Rolling 24 hours: last price, change in percent against the price 24 hours ago, high, low, volume in base currency.
 */
export const Quotation = Type.Object({
  currency_match_id: Type.Integer(),
  close: Decimal,
  change: Decimal,
  high: Decimal,
  low: Decimal,
  volume: Decimal,
});
export type Quotation = Static<typeof Quotation>;

/** The orders that a market accepts: all, only post-only orders and cancels, only cancels, or none. */
export const MarketState = Type.Enum(['open', 'post_only', 'cancel_only', 'halted']);
export type MarketState = Static<typeof MarketState>;

/**
 * A spot market. Prices have `price_decimals` and are multiples of `price_step`; amounts likewise. `base_decimals` and
 * `quote_decimals` are the decimals of balances in the two currencies.
 */
export const Match = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  symbol: Type.String(),
  base_currency_id: Type.Integer(),
  quote_currency_id: Type.Integer(),
  base_currency_code: Type.String(),
  quote_currency_code: Type.String(),
  base_currency: Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String(), logo: Type.String() }),
  open_change: Flag,
  open_lever: Flag,
  open_microtrade: Flag,
  /** 1 if the market is a favourite of the caller, who needs a live session. */
  added: Flag,
  lever_fee_rate: Decimal,
  price_decimals: Type.Integer(),
  price_step: Decimal,
  amount_decimals: Type.Integer(),
  amount_step: Decimal,
  base_decimals: Type.Integer(),
  quote_decimals: Type.Integer(),
  min_notional: Decimal,
  /** Maximum distance of a market order's trades from its price, as a fraction of it. */
  market_slippage: Decimal,
  /**
   * Fractions of the received amount, e.g. "0.001" is 10 bps; those of the caller if there is a live session. A maker's
   * may be negative.
   */
  maker_fee_rate: Decimal,
  taker_fee_rate: Decimal,
  /** Which of two orders of the same user ends when they would trade, unless the newer one specifies it. */
  self_trade_prevention: Type.Enum(['expire_maker', 'expire_taker', 'expire_both']),
  sell_blocked: Type.Boolean(),
  state: MarketState,
  currency_quotation: Quotation,
});
export type Match = Static<typeof Match>;

/** The markets of one quote currency, with the value of one unit of it. */
export const MatchGroup = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  is_quote: Flag,
  cny_price: Decimal,
  usd_price: Decimal,
  matches: Type.Array(Match),
});
export type MatchGroup = Static<typeof MatchGroup>;

export const DepthRow = Type.Object({ price: Decimal, amount: Decimal });
export type DepthRow = Static<typeof DepthRow>;

/** `in` are bids, `out` are asks; both best first. */
export const Depth = Type.Object({ in: Type.Array(DepthRow), out: Type.Array(DepthRow) });
export type Depth = Static<typeof Depth>;

/** A trade on the tape. `way` is the taker's side; `number` equals `amount`. */
export const TapeRow = Type.Object({
  id: Type.Integer(),
  time: Milliseconds,
  price: Decimal,
  amount: Decimal,
  number: Decimal,
  way: Way,
});
export type TapeRow = Static<typeof TapeRow>;

/** Chart periods, shortest first. */
export const periods = [
  '1min',
  '3min',
  '5min',
  '15min',
  '30min',
  '60min',
  '120min',
  '240min',
  '360min',
  '720min',
  '1day',
  '3day',
  '1week',
  '1mon',
] as const;
export const Period = Type.Enum([...periods]);
export type Period = (typeof periods)[number];

/** `time` is the candle's opening in epoch seconds. */
export const Candle = Type.Object({
  time: Type.Integer(),
  open: Decimal,
  high: Decimal,
  low: Decimal,
  close: Decimal,
  volume: Decimal,
});
export type Candle = Static<typeof Candle>;

export const currencyMatches = readCall(
  { access: 'either', rate: 'public' },
  'market/currency_matches',
  Empty,
  Type.Array(MatchGroup),
  { topics: ['markets', 'favourites', 'site'] },
);

/** A market and whether it is one of the user's favourites. */
export const Favorite = Type.Object({ currency_match_id: Type.Integer(), added: Flag });
export type Favorite = Static<typeof Favorite>;

export const favorite = writeCall(
  { access: 'user', rate: 'private' },
  'market/favorite',
  Type.Object({ currency_match_id: IntegerInput, added: Type.Union([Flag, Type.Boolean()]) }),
  Favorite,
  { refusals: ['market_unknown'] },
);

export const deal = readCall(
  { access: 'visitor', rate: 'public' },
  'market/deal',
  Type.Object({ currency_match_id: IntegerInput }),
  Type.Object({
    quotation: Type.Intersect([
      Quotation,
      Type.Object({
        currency_match: Type.Object({
          id: Type.Integer(),
          symbol: Type.String(),
          quote_currency: Type.Object({
            id: Type.Integer(),
            code: Type.String(),
            cny_price: Decimal,
            usd_price: Decimal,
          }),
        }),
      }),
    ]),
    depth: Depth,
    depth_sequence: Sequence,
    tx_completes: Type.Array(TapeRow),
  }),
  { refusals: ['market_unknown'] },
);

/** Maximum number of candles in an answer of `market/kline`. */
export const maxCandles = 1500;

export const kline = readCall(
  { access: 'visitor', rate: 'public' },
  'market/kline',
  Type.Object({
    from: IntegerInput,
    to: IntegerInput,
    period: Type.String({ maxLength: 8 }),
    symbol: Type.Optional(Type.String({ maxLength: 32 })),
    currency_match_id: Type.Optional(IntegerInput),
  }),
  Type.Array(Candle),
  { refusals: ['market_unknown', 'period_unknown', 'range_invalid'] },
);

/** Maximum number of closes in a sparkline: one per half hour, both ends of the day included. */
export const sparklinePoints = 49;

/** Seconds between two closes of a sparkline. */
export const sparklineStep = 1_800;

/**
 * The closes of the last 24 hours, oldest first. The last is the price just before `time`, each earlier one the price
 * `sparklineStep` seconds before. A market younger than a day has fewer, one that was never traded has none.
 */
export const Sparkline = Type.Object({
  currency_match_id: Type.Integer(),
  closes: Type.Array(Decimal, { maxItems: sparklinePoints }),
});
export type Sparkline = Static<typeof Sparkline>;

export const sparklines = readCall(
  { access: 'visitor', rate: 'public' },
  'market/sparklines',
  Empty,
  Type.Object({ time: Type.Integer(), lines: Type.Array(Sparkline) }),
);

export const coinShow = readCall(
  { access: 'visitor', rate: 'public' },
  'market/get_coin_show',
  Empty,
  Type.Object({ desc_switch: Flag }),
  { topics: ['site'] },
);

export const currencyInfo = readCall(
  { access: 'visitor', rate: 'public' },
  'market/currency_info',
  Type.Object({ currency_id: IntegerInput }),
  Type.Object({
    id: Type.Integer(),
    logo: Type.String(),
    code: Type.String(),
    name: Type.String(),
    desc: Type.String(),
    twitter_url: Type.String(),
    telegram_url: Type.String(),
    official_website_address: Type.String(),
    github_url: Type.String(),
    block_explorer: Type.String(),
  }),
  { refusals: ['currency_unknown'] },
);
