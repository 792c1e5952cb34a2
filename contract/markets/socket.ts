import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { Candle, Depth, MarketState, Period, Quotation, TapeRow } from './calls.ts';

const market = { currency_match_id: Type.Integer(), symbol: Type.String(), sequence: Sequence };

export const DayMarketMessage = Type.Object({ type: Type.Literal('DAY_MARKET'), ...market, quotation: Quotation });
export type DayMarketMessage = Static<typeof DayMarketMessage>;

/**
 * The first message after `sub` holds the best levels of both sides, `depthLevels` at most (`snapshot: true`,
 * `previous_sequence` null); the following hold rows with their new amount, "0" removes. A delta applies only when its
 * `previous_sequence` is the `sequence` of the message before it.
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
 * The first message after `sub` holds the latest 30 trades (`snapshot: true`), newest first; the following only new
 * ones, and all of them.
 */
export const GlobalTxMessage = Type.Object({
  type: Type.String({ pattern: '^GLOBAL_TX\\.' }),
  ...market,
  snapshot: Type.Boolean(),
  completes: Type.Array(TapeRow),
});
export type GlobalTxMessage = Static<typeof GlobalTxMessage>;

/** The bar that is being built now, and once more when it is finished. */
export const KlineMessage = Type.Intersect([
  Type.Object({ type: Type.String({ pattern: '^KLINE\\.' }), ...market, period: Period }),
  Candle,
]);
export type KlineMessage = Static<typeof KlineMessage>;

/**
 * A market was listed, or its state, settings or fees changed, those of this user included: what
 * `market/currency_matches` says of it is no longer as it was.
 */
export const MarketChangedMessage = Type.Object({
  type: Type.Literal('MARKET_CHANGED'),
  ...market,
  state: MarketState,
});
export type MarketChangedMessage = Static<typeof MarketChangedMessage>;

/** How many trades a tape keeps. */
export const tapeLength = 30;

/** How many levels of each side of a book are published at most. */
export const depthLevels = 250;

export const marketChannels = {
  DAY_MARKET: channel('visitor', 'sub', 'DAY_MARKET', 'The day’s quotation of each market', DayMarketMessage),
  MARKET_DEPTH: channel(
    'visitor',
    'sub',
    'MARKET_DEPTH.{symbol}',
    'The order book of a market: a snapshot, then what changed',
    MarketDepthMessage,
  ),
  GLOBAL_TX: channel('visitor', 'sub', 'GLOBAL_TX.{symbol}', 'The trades of a market', GlobalTxMessage),
  KLINE: channel(
    'visitor',
    'sub',
    'KLINE.{symbol}.{period}',
    'The running bar of a market; one-minute bars when the period is left out',
    KlineMessage,
  ),
  MARKET_CHANGED: channel(
    'visitor',
    'connection',
    'MARKET_CHANGED',
    'A market is not what it was',
    MarketChangedMessage,
  ),
} as const;
