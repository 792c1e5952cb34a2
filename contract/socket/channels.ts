import { Type, type Static } from 'typebox';
import { IndexPrice } from '../rest/index-price.ts';
import { Bar, Depth, MarketState, Period, Quotation, TapeRow } from '../rest/markets.ts';
import { Order } from '../rest/spot.ts';
import { AccountDetail } from '../rest/wallet.ts';
import { Sequence } from '../values.ts';
import type { AnswerMessage } from './orders.ts';

/**
 * The socket at `/ws`. The client sends the text `ping` (answered `pong`), JSON `ClientMessage`, or a call (`CallMessage`).
 * Public channels: `DAY_MARKET`, `INDEX`, `MARKET_DEPTH.{symbol}`, `GLOBAL_TX.{symbol}`, `KLINE.{symbol}` (one-minute bars), `KLINE.{symbol}.{period}`.
 * A client that does not read what it is sent is spared: of books, quotations, bars and indices it gets the newest state when it has caught up, once for each channel. Trades, private messages and answers are never left out;
 * when too much of these waits, the client is dropped with `slow_reader`. The server pings clients that are silent, as RFC 6455 has it.
 * `STATUS` and `MARKET_CHANGED` arrive by themselves. After `login` the private messages `TX_SUBMIT`, `TX_MATCHED`, `TX_REDUCED` and `TX_CANCELED` of that user arrive without a subscription.
 */
export const ClientMessage = Type.Object({
  type: Type.Enum(['login', 'sub', 'unsub']),
  params: Type.String({ maxLength: 128 }),
  /**
   * With `login` and `sub`, after a connection broke: everything up to this sequence is known. Of a channel that is the `sequence` of its last message; where one sequence may bring several messages (`DAY_MARKET`,
   * `KLINE`, private messages), whoever cannot tell whether the last of them was heard names the sequence heard before it, and nothing when there is none.
   */
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  /** The `run` of the answer to the login or subscription that `from` continues. */
  run: Type.Optional(Type.String({ maxLength: 32 })),
});
export type ClientMessage = Static<typeof ClientMessage>;

/** Answers to client messages. `error` is a stable machine key. */
export const ReplyMessage = Type.Object({
  type: Type.Enum(['login', 'sub', 'unsub']),
  params: Type.String(),
  sequence: Sequence,
  /** With `login` and `sub`: which run of the server this is; what a client says it knows counts within one run only. */
  run: Type.Optional(Type.String()),
  /**
   * Only where `from` was given. True: what follows is what was missed since; should even that wait too long for a slow line, a channel begins anew, as its `snapshot` says. False: it cannot be told any more; a channel then begins anew, as without `from`, and private messages are lost, so that
   * orders and balances have to be fetched.
   */
  resumed: Type.Optional(Type.Boolean()),
});
export type ReplyMessage = Static<typeof ReplyMessage>;

/** Why the server refuses a message, or closes a socket (then also the close reason). */
export const socketErrors = [
  'message_invalid',
  'channel_unknown',
  'too_many_subscriptions',
  'session_ended',
  'slow_reader',
  'too_many_messages',
  'server_stopping',
] as const;
export const ErrorMessage = Type.Object({
  type: Type.Literal('error'),
  error: Type.Enum([...socketErrors]),
  params: Type.Optional(Type.String()),
});
export type ErrorMessage = Static<typeof ErrorMessage>;

const market = { currency_match_id: Type.Integer(), symbol: Type.String(), sequence: Sequence };

export const DayMarketMessage = Type.Object({ type: Type.Literal('DAY_MARKET'), ...market, quotation: Quotation });
export type DayMarketMessage = Static<typeof DayMarketMessage>;

/**
 * The first message after `sub` holds the best levels of both sides, `depthLevels` at most (`snapshot: true`, `previous_sequence` null); the following hold rows with their new amount,
 * "0" removes. A delta applies only when its `previous_sequence` is the `sequence` of the message before it.
 */
export const MarketDepthMessage = Type.Object({
  type: Type.String({ pattern: '^MARKET_DEPTH\\.' }),
  ...market,
  snapshot: Type.Boolean(),
  previous_sequence: Type.Union([Sequence, Type.Null()]),
  depth: Depth,
});
export type MarketDepthMessage = Static<typeof MarketDepthMessage>;

/** The first message after `sub` holds the latest 30 trades (`snapshot: true`), newest first; the following only new ones, and all of them. */
export const GlobalTxMessage = Type.Object({
  type: Type.String({ pattern: '^GLOBAL_TX\\.' }),
  ...market,
  snapshot: Type.Boolean(),
  completes: Type.Array(TapeRow),
});
export type GlobalTxMessage = Static<typeof GlobalTxMessage>;

/** The first message after `sub` holds every index (`snapshot: true`); the following those that have been told of since. */
export const IndexMessage = Type.Object({
  type: Type.Literal('INDEX'),
  sequence: Sequence,
  snapshot: Type.Boolean(),
  indices: Type.Array(IndexPrice),
});
export type IndexMessage = Static<typeof IndexMessage>;

/** The bar that is being built now, and once more when it is finished. */
export const KlineMessage = Type.Intersect([
  Type.Object({ type: Type.String({ pattern: '^KLINE\\.' }), ...market, period: Period }),
  Bar,
]);
export type KlineMessage = Static<typeof KlineMessage>;

/**
 * A user's own order changed: placed or, as a stop order, triggered (`TX_SUBMIT`), matched, reduced, or ended without being filled.
 * Balances are those after this sequence.
 */
export const OrderMessage = Type.Object({
  type: Type.Enum(['TX_SUBMIT', 'TX_MATCHED', 'TX_REDUCED', 'TX_CANCELED']),
  sequence: Sequence,
  order: Type.Intersect([Order, Type.Object({ quote_account: AccountDetail, base_account: AccountDetail })]),
  /** Why an order was cancelled: `user`, `replaced`, `self_trade`, … or why a stop order that was triggered could not be placed: `no_best_price`, … */
  reason: Type.Optional(Type.String()),
});
export type OrderMessage = Static<typeof OrderMessage>;

/**
 * Whether the exchange takes orders, sent after the connection is made and whenever it changes. While it is not open, everything that is
 * shown is stale. While it is `cancel_only`, it takes cancels and refuses placements. `reason` says why in an English sentence, for logs.
 */
export const StatusMessage = Type.Object({
  type: Type.Literal('STATUS'),
  sequence: Sequence,
  open: Type.Boolean(),
  cancel_only: Type.Boolean(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type StatusMessage = Static<typeof StatusMessage>;

/** A market was listed, or its state, settings or fees changed, those of this user included: what `market/currency_matches` says of it is no longer as it was. */
export const MarketChangedMessage = Type.Object({
  type: Type.Literal('MARKET_CHANGED'),
  ...market,
  state: MarketState,
});
export type MarketChangedMessage = Static<typeof MarketChangedMessage>;

export type ServerMessage =
  | StatusMessage
  | MarketChangedMessage
  | ReplyMessage
  | AnswerMessage
  | ErrorMessage
  | DayMarketMessage
  | MarketDepthMessage
  | GlobalTxMessage
  | KlineMessage
  | IndexMessage
  | OrderMessage;

/** Intervals that both ends of the socket agree on, in milliseconds. */
export const socketTiming = { pingEvery: 5_000, reconnectFirst: 1_000, reconnectMost: 30_000 } as const;

/** How many trades a tape keeps. */
export const tapeLength = 30;

/** How many levels of each side of a book are published at most. */
export const depthLevels = 250;
