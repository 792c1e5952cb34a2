import { Refusal } from '../envelope.ts';
import {
  ClientMessage,
  DayMarketMessage,
  ErrorMessage,
  GlobalTxMessage,
  IndexMessage,
  KlineMessage,
  MarketChangedMessage,
  MarketDepthMessage,
  OrderMessage,
  ReplyMessage,
  type socketErrors,
  StatusMessage,
} from '../socket/channels.ts';
import type { ChannelName } from '../socket/declared.ts';
import { CallMessage } from '../socket/orders.ts';
import { type Description, describe } from './field.ts';
import { marketId } from './markets.ts';

const sequence = ['Journal sequence that the message reflects; it survives restarts and only grows.', 90210] as const;
const market = { currency_match_id: [marketId, 1], symbol: ['What it is called.', 'BTC/USDT'], sequence } as const;
const type = (name: string) => ['The channel, as it was asked for.', name] as const;

export const socketDescriptions: readonly Description[] = [
  describe(
    Refusal,
    {
      code: ['0 refused, 999 no live session, 996 a newer request of the same client took its place.', 0],
      message: ['A sentence in the language of the caller.', 'Not enough USDT: 100 available, 600 needed.'],
      data: ['Nothing.', null],
      error: ['The key, stable for ever.', 'insufficient_balance'],
      details: ['The figures behind it, by name.', { available: '100', needed: '600', currency: 'USDT' }],
      sequence: ['Journal sequence that the answer reflects.', 90210],
      repeated: ['Only where the key had been answered before: this is that answer again.'],
      request_id: ['Of an unexpected fault alone; the server’s log has the same id.'],
    },
    'Refusal',
  ),
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
  describe(DayMarketMessage, {
    type: ['Always `DAY_MARKET`.', 'DAY_MARKET'],
    ...market,
    quotation: ['The rolling day.'],
  }),
  describe(MarketDepthMessage, {
    type: type('MARKET_DEPTH.BTC/USDT'),
    ...market,
    snapshot: ['Whether this is all of it: the first message after `sub`.', true],
    previous_sequence: ['`sequence` of the message before it; null in a snapshot.', null],
    depth: ['Levels; after the snapshot those that changed, with their new amount.'],
  }),
  describe(GlobalTxMessage, {
    type: type('GLOBAL_TX.BTC/USDT'),
    ...market,
    snapshot: ['Whether these are the latest 30: the first message after `sub`.', false],
    completes: ['Trades, newest first.'],
  }),
  describe(IndexMessage, {
    type: ['Always `INDEX`.', 'INDEX'],
    sequence,
    snapshot: ['Whether this is every index: the first message after `sub`.', true],
    indices: ['Every index, then those that were told of since.'],
  }),
  describe(KlineMessage.allOf[0], { type: type('KLINE.BTC/USDT.1min'), ...market, period: ['Its period.', '1min'] }),
  describe(OrderMessage, {
    type: ['What happened to the order.', 'TX_SUBMIT'],
    sequence,
    order: ['The order after it, with both balances.'],
    reason: [
      'Of `TX_CANCELED`, why: `user`, `replaced`, `self_trade`, `immediate_or_cancel`, `market_not_open`, or why a stop order that was set off could not be placed, such as `no_best_price`.',
    ],
  }),
  describe(OrderMessage.properties.order.allOf[1], {
    quote_account: ['Balance of the quote currency after it.'],
    base_account: [
      'Balance of the base currency after it.',
      {
        id: 1,
        user_id: 100001,
        account_type_id: 1,
        currency_id: 1,
        currency_code: 'BTC',
        balance: '1',
        lock_balance: '0',
        convert_usd: '60000',
        convert_eth: '20',
        convert_btc: '1',
      },
    ],
  }),
  describe(StatusMessage, {
    type: ['Always `STATUS`.', 'STATUS'],
    sequence,
    open: ['Whether the exchange takes commands. While it does not, everything that is shown is stale.', true],
    cancel_only: ['Whether it takes cancels and refuses placements.', false],
    reason: ['Why, in an English sentence for logs; null when it takes everything.', null],
  }),
  describe(MarketChangedMessage, {
    type: ['Always `MARKET_CHANGED`.', 'MARKET_CHANGED'],
    ...market,
    state: ['What the market takes now.', 'post_only'],
  }),
];

/** What one has to know of a channel beyond its summary. */
export const channelNotes: Readonly<Record<ChannelName, string>> = {
  DAY_MARKET: 'First a message of every market, then of those that changed, four times a second at most.',
  INDEX: 'First every index, then those that ticked or changed.',
  MARKET_DEPTH:
    'First a snapshot, then changes, 20 times a second at most. A change fits only when its `previous_sequence` is the `sequence` of the message before it; when it is not, unsubscribe and subscribe again.',
  GLOBAL_TX: 'First the latest 30 trades, then the new ones, 20 times a second at most. None is left out.',
  KLINE:
    'The bar that is being built, four times a second at most, and once more when it is finished. Without a period: one minute.',
  TX_SUBMIT: 'Sent at once, in the order of the journal, and never left out.',
  TX_MATCHED:
    'Sent at once, in the order of the journal, and never left out. One message for all trades of one command.',
  TX_REDUCED: 'Sent at once, in the order of the journal, and never left out.',
  TX_CANCELED: 'Sent at once, in the order of the journal, and never left out. Not sent of an order that was filled.',
  STATUS: 'The first message of every connection, then whenever it changes.',
  MARKET_CHANGED:
    'A market was listed, or its state, settings or fees changed, the caller’s own included: ask `market/currency_matches` again.',
};

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
