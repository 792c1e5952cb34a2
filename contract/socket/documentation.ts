import { type CapabilityDocumentation, type Description, describe, named, sequence } from '../documentation/declare.ts';
import * as envelope from '../envelope.ts';
import {
  CallMessage,
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
      code: ['0 refused, 999 no live session, 996 a newer request of the same client took its place.', 0],
      message: ['A sentence in the language of the caller.', 'Insufficient USDT balance: 100 available, 600 needed.'],
      data: ['Nothing.', null],
      error: ['The key, stable for ever.', 'insufficient_balance'],
      details: ['The figures behind it, by name.', { available: '100', needed: '600', currency: 'USDT' }],
      sequence: ['Journal sequence that the answer reflects.', 90210],
      repeated: ['Only where the key had been answered before: this is that answer again.'],
      request_id: ['Of an unexpected fault alone; the server’s log has the same id.'],
    },
  }),
  describe(ClientMessage, {
    type: ['What is wanted.', 'sub'],
    params: ['The token for `login`, a channel for `sub` and `unsub`.', 'MARKET_DEPTH.BTC/USDT'],
    from: [
      'With `login` and `sub`, after a line broke: everything up to this sequence has been heard. Of a book or the trades that is the `sequence` of the last message; where one sequence may bring several messages, and the last of them may be missing, the sequence heard before it, or nothing when there is none.',
      90207,
    ],
    run: ['The `run` of the answer before, which `from` continues.', 'c3Rvcm1z'],
  }),
  describe(ReplyMessage, {
    type: ['What was asked for.', 'sub'],
    params: ['The channel; empty for `login`.', 'MARKET_DEPTH.BTC/USDT'],
    sequence,
    run: ['With `login` and `sub`: the run of the server. `from` counts within one run only.', 'c3Rvcm1z'],
    resumed: [
      'Only where `from` was given. True: what was missed since follows, and nothing else. False: it cannot be told any more; a channel begins anew, and of private messages some are lost, so ask for orders and balances.',
      true,
    ],
  }),
  describe(ErrorMessage, {
    type: ['Always `error`.', 'error'],
    error: ['The key, stable for ever.', 'channel_unknown'],
    params: ['What it was about, where that is known.', 'MARKET_DEPTH.NO/SUCH'],
  }),
  describe(CallMessage, {
    type: ['Which call.', 'order.add'],
    id: ['The client’s own text, 1 to 64 characters; the answer carries it.', '17'],
    key: ['What the header `Idempotency-Key` is over HTTP.', 'once-17'],
    params: ['The fields of the call.', { way: 2, currency_match_id: 1, number: '0.01', price: '60000' }],
  }),
  describe(StatusMessage, {
    type: ['Always `STATUS`.', 'STATUS'],
    sequence,
    open: ['Whether the exchange takes commands. While it does not, everything that is shown is stale.', true],
    cancel_only: ['Whether it takes cancels and refuses placements.', false],
    reason: ['Why, in an English sentence for logs; null when it takes everything.', null],
  }),
];

const channels = {
  STATUS: 'The first message of every connection, then whenever it changes.',
} satisfies Record<keyof typeof connectionChannels, string>;

export const documentation: CapabilityDocumentation = { channels, objects };

/** What the keys of `error` messages mean; those that end a connection are its close reason too. */
export const socketErrorTexts: Readonly<
  Record<(typeof socketErrors)[number], { readonly says: string; readonly closes: boolean }>
> = {
  message_invalid: { says: 'The message is neither `ping` nor JSON that is described here.', closes: false },
  channel_unknown: { says: 'There is no such channel, or nobody subscribes to it.', closes: false },
  too_many_subscriptions: { says: 'The connection has as many subscriptions as it may.', closes: false },
  session_ended: {
    says: 'The login was not accepted, which leaves the connection as it is; or the session that it used has ended, which closes it.',
    closes: true,
  },
  slow_reader: {
    says: 'Too much was waiting for the client. It is closed without an `error` message, or just cut off where too much is waiting for all clients together; connect and subscribe again.',
    closes: true,
  },
  too_many_messages: { says: 'The client said more within a second than it may.', closes: true },
  server_stopping: { says: 'The server stops. Calls that it took are answered first.', closes: true },
};
