import { type CapabilityDocumentation, type Description, describe, named, sequence } from '../documentation/declare.ts';
import * as envelope from '../envelope.ts';
import {
  CallMessage,
  ChangedMessage,
  ClientMessage,
  type connectionChannels,
  ErrorMessage,
  ReplyMessage,
  type socketErrors,
  StatusMessage,
} from './messages.ts';

const objects: readonly Description[] = [
  ...named(envelope, {
    Refusal: {
      code: ['0 refused, 999 no live session, 996 superseded by a newer request of the same client.', 0],
      message: ['A sentence in the language of the caller.', 'Insufficient USDT balance: 100 available, 600 needed.'],
      data: ['Always null.', null],
      error: ['The stable error key.', 'insufficient_balance'],
      details: ['The parameters of the error, by name.', { available: '100', needed: '600', currency: 'USDT' }],
      sequence: ['Journal sequence that the answer reflects.', 90210],
      request_id: ['Present only for an unexpected fault; the server’s log has the same id.'],
    },
  }),
  describe(ClientMessage, {
    type: ['The request.', 'sub'],
    params: ['The token for `login`, a channel for `sub` and `unsub`.', 'MARKET_DEPTH.BTC/USDT'],
    from: [
      'With `login` and `sub`, after a connection broke: the last sequence that the client has completely. For a book or trades it is the `sequence` of the last message. Where several messages may have the same sequence and the last of them may be missing, it is the sequence before, or absent if there is none.',
      90207,
    ],
    run: ['The `run` of the earlier reply, to which `from` belongs.', 'c3Rvcm1z'],
  }),
  describe(ReplyMessage, {
    type: ['The type of the request.', 'sub'],
    params: ['The channel; empty for `login`.', 'MARKET_DEPTH.BTC/USDT'],
    sequence,
    run: ['With `login` and `sub`: identifies the run of the server, to which `from` belongs.', 'c3Rvcm1z'],
    resumed: [
      'Present if `from` was given. True: exactly the missed messages follow. False: they are no longer available; a channel sends a snapshot, and some private messages are lost, so fetch orders and balances.',
      true,
    ],
  }),
  describe(ErrorMessage, {
    type: ['Always `error`.', 'error'],
    error: ['The stable error key.', 'channel_unknown'],
    params: ['The channel or parameter concerned, if known.', 'MARKET_DEPTH.NO/SUCH'],
  }),
  describe(CallMessage, {
    type: ['Name of the call.', 'order.add'],
    id: ['An id chosen by the client, 1 to 64 characters; the answer repeats it.', '17'],
    key: ['Idempotency key, like the header `Idempotency-Key` over HTTP.', 'once-17'],
    params: ['The fields of the call.', { way: 2, currency_match_id: 1, number: '0.01', price: '60000' }],
  }),
  describe(StatusMessage, {
    type: ['Always `STATUS`.', 'STATUS'],
    sequence,
    open: ['Whether the exchange accepts commands. While it does not, all displayed data is stale.', true],
    cancel_only: ['Whether it accepts cancels but refuses placements.', false],
    reason: ['The reason, as an English sentence for logs; null if it accepts everything.', null],
  }),
  describe(ChangedMessage, {
    type: ['Always `CHANGED`.', 'CHANGED'],
    topic: [
      '`site`: settings and the dialog of the home page. `articles`: published articles. `favourites`, `notices`, `account`: the stars, the notices and the state of the user.',
      'site',
    ],
  }),
];

const channels = {
  STATUS: 'The first message of every connection, then sent on every change.',
  CHANGED:
    'Something without a message of its own has changed: call the reads that show it again. A new connection is first sent what changed within the last minute, and so is a login for its user; the same holds for `MARKET_CHANGED`.',
} satisfies Record<keyof typeof connectionChannels, string>;

export const documentation: CapabilityDocumentation = { channels, objects };

/** The meaning of the keys of `error` messages; those that end a connection are also its close reason. */
export const socketErrorTexts: Readonly<
  Record<(typeof socketErrors)[number], { readonly says: string; readonly closes: boolean }>
> = {
  message_invalid: {
    says: 'The message is neither `ping` nor JSON as described here, or has a number that a double cannot represent.',
    closes: false,
  },
  channel_unknown: { says: 'There is no such channel, or it cannot be subscribed to.', closes: false },
  too_many_subscriptions: { says: 'The connection has reached its limit of subscriptions.', closes: false },
  session_ended: {
    says: 'Either the login was not accepted, which leaves the connection open, or the session of the connection has ended, which closes it.',
    closes: true,
  },
  slow_reader: {
    says: 'Too many messages were buffered for the client. The connection is closed without an `error` message, or cut off if too much is buffered for all clients together; connect and subscribe again.',
    closes: true,
  },
  too_many_messages: { says: 'The client sent more messages per second than allowed.', closes: true },
  server_stopping: { says: 'The server is stopping. Calls already received are answered first.', closes: true },
};
