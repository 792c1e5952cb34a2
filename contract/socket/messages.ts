import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Refusal, Success } from '../envelope.ts';
import { Reported } from '../topics.ts';
import { Sequence } from '../values.ts';

/**
 * The socket at `/ws`. A client sends the text `ping` (answered with `pong`), a JSON `ClientMessage`, or a call
 * (`CallMessage`).
 *
 * Public channels: `DAY_MARKET`, `INDEX`, `MARKET_DEPTH.{symbol}`, `GLOBAL_TX.{symbol}`, `KLINE.{symbol}` (one-minute
 * candles), `KLINE.{symbol}.{period}`. While a client does not read, updates of books, quotations, candles and indices
 * are skipped; when it has caught up it receives the current state of each channel once. Trades, private messages and
 * answers are never skipped; if too many of them are buffered, the client is disconnected with `slow_reader`. Silent
 * clients are sent protocol pings (RFC 6455). `STATUS`, `MARKET_CHANGED` and `CHANGED` are sent without a subscription,
 * and after a `login` so are the private messages `TX_SUBMIT`, `TX_MATCHED`, `TX_REDUCED` and `TX_CANCELED` of that
 * user.
 */
export const ClientMessage = Type.Object({
  type: Type.Enum(['login', 'sub', 'unsub']),
  params: Type.String({ maxLength: 128 }),
  /**
   * With `login` and `sub`, after a connection broke: the client has everything up to this sequence. For a channel it
   * is the `sequence` of the last message. Where several messages may have the same sequence (`DAY_MARKET`, `KLINE`,
   * private messages), a client that cannot tell whether it received all of them sends the sequence before, or omits
   * the field if there is none.
   */
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  /** The `run` of the reply to the login or subscription that `from` continues. */
  run: Type.Optional(Type.String({ maxLength: 32 })),
});
export type ClientMessage = Static<typeof ClientMessage>;

/** Answers to client messages. */
export const ReplyMessage = Type.Object({
  type: Type.Enum(['login', 'sub', 'unsub']),
  params: Type.String(),
  sequence: Sequence,
  /** With `login` and `sub`: identifies this run of the server; sequences can be resumed within the same run only. */
  run: Type.Optional(Type.String()),
  /**
   * Present if `from` was given. True: the missed messages follow; if even these are buffered too long, a channel sends
   * a snapshot, marked by `snapshot`. False: they are no longer available; a channel sends a snapshot as without
   * `from`, and private messages are lost, so orders and balances have to be fetched.
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

/**
 * Whether the exchange accepts orders, sent on connection and on every change. While it is not open, all displayed data
 * is stale. While it is `cancel_only`, it accepts cancels and refuses placements. `reason` is an English sentence for
 * logs.
 */
export const StatusMessage = Type.Object({
  type: Type.Literal('STATUS'),
  sequence: Sequence,
  open: Type.Boolean(),
  cancel_only: Type.Boolean(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type StatusMessage = Static<typeof StatusMessage>;

/**
 * Something that answers depend on has changed, for everyone or for this user: the answers of reads with this topic are
 * outdated. It follows from no command, so it has no sequence.
 */
export const ChangedMessage = Type.Object({ type: Type.Literal('CHANGED'), topic: Reported });
export type ChangedMessage = Static<typeof ChangedMessage>;

/**
 * `id` is chosen by the client and repeated in the answer; `key` is the equivalent of the HTTP header
 * `Idempotency-Key`.
 */
export const CallMessage = Type.Object({
  type: Type.String({ pattern: '^[a-z]+\\.[a-z_]+$', maxLength: 32 }),
  id: Type.String({ minLength: 1, maxLength: 64 }),
  key: Type.Optional(Type.String()),
  params: Type.Unknown(),
});
export type CallMessage = Static<typeof CallMessage>;

/** The answer to a call, sent when its effect is durable; answers may arrive in another order than the calls. */
export const AnswerMessage = Type.Intersect([
  Type.Object({ type: Type.String(), id: Type.String() }),
  Type.Union([Success(Type.Unknown()), Refusal]),
]);
export type AnswerMessage = Static<typeof AnswerMessage>;

/**
 * Intervals in milliseconds that both ends of the socket use. A new connection is first sent the changes of the last
 * `changesKept`, because the client may have read the state before them.
 */
export const socketTiming = {
  pingEvery: 5_000,
  reconnectFirst: 1_000,
  reconnectMax: 30_000,
  changesKept: 60_000,
} as const;

export const connectionChannels = {
  STATUS: channel('visitor', 'connection', 'STATUS', 'Whether the exchange accepts orders', StatusMessage),
  CHANGED: channel('visitor', 'connection', 'CHANGED', 'Answers have become outdated', ChangedMessage),
} as const;
