import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Refusal, Success } from '../envelope.ts';
import { Sequence } from '../values.ts';

/**
 * The socket at `/ws`. The client sends the text `ping` (answered `pong`), JSON `ClientMessage`, or a call
 * (`CallMessage`). Public channels: `DAY_MARKET`, `INDEX`, `MARKET_DEPTH.{symbol}`, `GLOBAL_TX.{symbol}`,
 * `KLINE.{symbol}` (one-minute bars), `KLINE.{symbol}.{period}`. A client that does not read what it is sent is spared:
 * of books, quotations, bars and indices it gets the newest state when it has caught up, once for each channel. Trades,
 * private messages and answers are never left out; when too much of these waits, the client is dropped with
 * `slow_reader`. The server pings clients that are silent, as RFC 6455 has it. `STATUS` and `MARKET_CHANGED` arrive by
 * themselves. After `login` the private messages `TX_SUBMIT`, `TX_MATCHED`, `TX_REDUCED` and `TX_CANCELED` of that user
 * arrive without a subscription.
 */
export const ClientMessage = Type.Object({
  type: Type.Enum(['login', 'sub', 'unsub']),
  params: Type.String({ maxLength: 128 }),
  /**
   * With `login` and `sub`, after a connection broke: everything up to this sequence is known. Of a channel that is the
   * `sequence` of its last message; where one sequence may bring several messages (`DAY_MARKET`, `KLINE`, private
   * messages), whoever cannot tell whether the last of them was heard names the sequence heard before it, and nothing
   * when there is none.
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
  /**
   * With `login` and `sub`: which run of the server this is; what a client says it knows counts within one run only.
   */
  run: Type.Optional(Type.String()),
  /**
   * Only where `from` was given. True: what follows is what was missed since; should even that wait too long for a slow
   * line, a channel begins anew, as its `snapshot` says. False: it cannot be told any more; a channel then begins anew,
   * as without `from`, and private messages are lost, so that orders and balances have to be fetched.
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
 * Whether the exchange takes orders, sent after the connection is made and whenever it changes. While it is not open,
 * everything that is shown is stale. While it is `cancel_only`, it takes cancels and refuses placements. `reason` says
 * why in an English sentence, for logs.
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
 * `id` is the client's own and comes back with the answer; `key` is what the header `Idempotency-Key` is for a REST
 * call.
 */
export const CallMessage = Type.Object({
  type: Type.String({ pattern: '^[a-z]+\\.[a-z_]+$', maxLength: 32 }),
  id: Type.String({ minLength: 1, maxLength: 64 }),
  key: Type.Optional(Type.String()),
  params: Type.Unknown(),
});
export type CallMessage = Static<typeof CallMessage>;

/**
 * The answer to a call, once what it did is durable; answers to several calls may come in another order than the calls.
 */
export const AnswerMessage = Type.Intersect([
  Type.Object({ type: Type.String(), id: Type.String() }),
  Type.Union([Success(Type.Unknown()), Refusal]),
]);
export type AnswerMessage = Static<typeof AnswerMessage>;

/** Intervals that both ends of the socket agree on, in milliseconds. */
export const socketTiming = { pingEvery: 5_000, reconnectFirst: 1_000, reconnectMost: 30_000 } as const;

export const connectionChannels = {
  STATUS: channel('visitor', 'connection', 'STATUS', 'Whether the exchange takes orders', StatusMessage),
} as const;
