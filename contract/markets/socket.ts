import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { Candle, Depth, MarketState, Period, Quotation, TapeRow } from './calls.ts';

const market = { currency_match_id: Type.Integer(), symbol: Type.String(), sequence: Sequence };

export const DayMarketMessage = Type.Object({ type: Type.Literal('DAY_MARKET'), ...market, quotation: Quotation });
export type DayMarketMessage = Static<typeof DayMarketMessage>;

/**
 * The first message after `sub` has the best levels of both sides, at most `depthLevels` (`snapshot: true`,
 * `previous_sequence` null); later ones have the changed levels with their new quantity, "0" for removed ones. A change
 * applies only if its `previous_sequence` is the `sequence` of the previous message.
 */
export const MarketDepthMessage = Type.Object({
  type: Type.String({ pattern: '^MARKET_DEPTH\\.' }),
  ...market,
  snapshot: Type.Boolean(),
  previous_sequence: Type.Union([Sequence, Type.Null()]),
  depth: Depth,
});
export type MarketDepthMessage = Static<typeof MarketDepthMessage>;

/**
 * The first message after `sub` has the latest 30 trades (`snapshot: true`), newest first; later ones have every new
 * trade.
 */
export const GlobalTxMessage = Type.Object({
  type: Type.String({ pattern: '^GLOBAL_TX\\.' }),
  ...market,
  snapshot: Type.Boolean(),
  completes: Type.Array(TapeRow),
});
export type GlobalTxMessage = Static<typeof GlobalTxMessage>;

/** The current candle on each change, and once more when it is complete. */
export const KlineMessage = Type.Intersect([
  Type.Object({ type: Type.String({ pattern: '^KLINE\\.' }), ...market, period: Period }),
  Candle,
]);
export type KlineMessage = Static<typeof KlineMessage>;

/**
 * A market was listed, or its state, settings or fees changed, including this user's own fees: the answer of
 * `market/currency_matches` is outdated.
 */
export const MarketChangedMessage = Type.Object({
  type: Type.Literal('MARKET_CHANGED'),
  ...market,
  state: MarketState,
});
export type MarketChangedMessage = Static<typeof MarketChangedMessage>;

/** Number of trades on a tape. */
export const tapeLength = 30;

/** Maximum number of published levels per side of a book. */
export const depthLevels = 250;

export const marketChannels = {
  DAY_MARKET: channel('visitor', 'sub', 'DAY_MARKET', 'The day’s quotation of each market', DayMarketMessage),
  MARKET_DEPTH: channel(
    'visitor',
    'sub',
    'MARKET_DEPTH.{symbol}',
    'The order book of a market: a snapshot, then changes',
    MarketDepthMessage,
  ),
  GLOBAL_TX: channel('visitor', 'sub', 'GLOBAL_TX.{symbol}', 'The trades of a market', GlobalTxMessage),
  KLINE: channel(
    'visitor',
    'sub',
    'KLINE.{symbol}.{period}',
    'The running candle of a market; one-minute candles if the period is omitted',
    KlineMessage,
  ),
  MARKET_CHANGED: channel('visitor', 'connection', 'MARKET_CHANGED', 'A market has changed', MarketChangedMessage),
} as const;
