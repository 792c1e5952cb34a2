import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  type Fields,
  named,
  page,
  paging,
  sequence,
  socketCalls,
} from '../documentation/declare.ts';
import { inBase, inQuote, marketFields, marketId } from '../markets/field-words.ts';
import * as orders from './calls.ts';
import {
  batchAdd,
  buyAdd,
  buyCancelAll,
  buyList,
  CancelBatch,
  maxBatch,
  Order,
  OrderBatch,
  OrderWithWay,
  ReduceOrder,
  ReplaceOrder,
  sellList,
  SideOfMarket,
  WhichOrder,
} from './calls.ts';
import { historyChapter, historyObjects } from './history-documentation.ts';
import * as socket from './socket.ts';
import { orderCancel, OrderMessage, orderReduce, orderReplace, type spotChannels } from './socket.ts';

const way = ['1 sell, 2 buy.', 2] as const;
const sideIfAny = ['1 sell, 2 buy; orders of the other side are then not found.'] as const;
const nameShape = '1 to 36 letters, digits, `_` and `-`, unique within 24 hours';
const prevention =
  'What happens instead of a trade between orders of the same user: `expire_maker`, `expire_taker` or `expire_both`; default: the market’s rule.';

const addFields = {
  currency_match_id: [marketId, 1],
  number: [`Quantity, ${inBase}.`, '0.01'],
  quote_amount: [`For a market order, instead of \`number\`: the maximum to spend or receive, ${inQuote}.`],
  price: [
    `For a limit order its limit, ${inQuote}. For a market order the best opposite price that its user saw, from which the slippage is measured; default: the current best price. A \`stop_market\` order has none.`,
    '60000',
  ],
  stop_price: [
    `For a stop order: it is triggered by a trade at or above this price for a buy, at or below it for a sell, ${inQuote}.`,
  ],
  post_only: ['`true` refuses a limit order that would trade at once; default `false`.'],
  self_trade_prevention: [prevention],
  order_type: ['`limit` (default), `market`, `stop_limit` or `stop_market`.', 'limit'],
  time_in_force: [
    '`gtc` rests in the book, `ioc` trades what it can at once, `fok` all or nothing. Default `gtc`; market orders are always `ioc`.',
    'gtc',
  ],
  client_order_id: [`Client order id: ${nameShape}.`, 'desk-7-0001'],
} as const;

const replaceFields = {
  id: ['Id of the open order.', 48213],
  number: [`Total quantity, ${inBase}, including what the old order has traded; the new one is for the rest.`, '0.02'],
  quote_amount: [`For a \`stop_market\` order, instead of \`number\`: the maximum to spend or receive, ${inQuote}.`],
  price: [`Limit of the new order, ${inQuote}. A \`stop_market\` order has none.`, '59900'],
  stop_price: [`For a stop order that waits for its trigger: the new stop price, ${inQuote}.`],
  order_type: [
    '`stop_limit` or `stop_market` for an order with `stop_price` (default: as the old order), else `limit`.',
  ],
  post_only: ['Default: as in the old order.'],
  self_trade_prevention: [prevention],
  time_in_force: ['`gtc` (default), `ioc` or `fok`.'],
  client_order_id: [`Client order id of the new order: ${nameShape}.`],
} as const;

const reduceFields = {
  id: ['Id of the open order.', 48213],
  number: [`Total quantity, ${inBase}, including what it has traded; less than now.`, '0.005'],
} as const;

const whichFields = {
  id: ['Id of the open order.', 48213],
  client_order_id: ['The client order id, as an alternative to `id`.'],
} as const;

const byMarket = { currency_match_id: [`${marketId} All markets if absent.`, 1] } as const;

/** A buy order resting in the book. */
const placed: Order = {
  id: 48213,
  currency_match_id: 1,
  currency_match: { id: 1, symbol: 'BTC/USDT' },
  way: 2,
  way_name: 'Buy',
  status: 'submitted',
  status_name: 'Open',
  order_type: 'limit',
  time_in_force: 'gtc',
  post_only: false,
  price: '60000',
  stop_price: null,
  number: '0.01',
  quote_amount: null,
  transacted_amount: '0',
  transacted_volume: '0',
  average_price: '0',
  fee: '0',
  fee_currency: 'BTC',
  rebate: '0',
  rebate_currency: 'USDT',
  client_order_id: 'desk-7-0001',
  created_at: 1767225600000,
  updated_at: 1767225600000,
};
const cancelled: Order = { ...placed, status: 'cancelled', status_name: 'Cancelled', updated_at: 1767225660000 };
const successor: Order = { ...placed, id: 48240, price: '59900', number: '0.02', client_order_id: null };
const smaller: Order = { ...placed, number: '0.005' };

/** The sell-side counterpart of a buy order. */
function sold(order: Order): Order {
  return { ...order, way: 1, way_name: 'Sell', fee_currency: 'USDT', rebate_currency: 'BTC' };
}

const orderFields = {
  id: ['Id of the order.', placed.id],
  currency_match_id: [marketId, 1],
  currency_match: ['The market.'],
  way: ['1 sell, 2 buy.', placed.way],
  way_name: ['The side in the language of the caller.', placed.way_name],
  status: [
    'Status. `untriggered` is a waiting stop order, `cancelled` one that ended before it was filled; it may be partly filled.',
    placed.status,
  ],
  status_name: ['The status in the language of the caller.', placed.status_name],
  order_type: ['Kind of order.', placed.order_type],
  time_in_force: ['Time in force.', placed.time_in_force],
  post_only: ['Whether it is post-only.', placed.post_only],
  price: [`Limit price, ${inQuote}. An untriggered \`stop_market\` order shows its stop price.`, placed.price],
  stop_price: [`Stop price, ${inQuote}; null if it has none.`, placed.stop_price],
  number: [
    `Quantity, ${inBase}, after reductions; for an order by \`quote_amount\` the traded quantity.`,
    placed.number,
  ],
  quote_amount: [`Amount to spend or receive, ${inQuote}; null for an order by quantity.`, placed.quote_amount],
  transacted_amount: [`Traded so far, ${inBase}.`, placed.transacted_amount],
  transacted_volume: [`Traded so far, ${inQuote}.`, placed.transacted_volume],
  average_price: [`Average price of its trades, ${inQuote}, truncated; "0" before the first.`, placed.average_price],
  fee: ['Fee paid, in the received currency.', placed.fee],
  fee_currency: ['Code of that currency.', placed.fee_currency],
  rebate: ['Rebate for a negative maker fee, in the currency that was paid with.', placed.rebate],
  rebate_currency: ['Code of that currency.', placed.rebate_currency],
  client_order_id: ['The client order id; null if there is none.', placed.client_order_id],
  created_at: ['Time of placement, epoch milliseconds.', placed.created_at],
  updated_at: ['Time of the last trade or the end, epoch milliseconds.', placed.updated_at],
} satisfies Fields<(typeof Order)['properties']>;

const objects: readonly Description[] = [
  ...named(orders, {
    Order: orderFields,
    Replacement: { replaced: ['The order that ended.'], placed: ['The replacement, with its own id.'] },
    Cancelled: {
      cancelled: ['Number of cancelled orders.', 3],
      more: ['Whether the limit per request left some open; call again.', false],
    },
    BatchResults: { results: ['The answer of each entry, at the index of the entry in the request.'] },
  }),
  describe(Order.properties.currency_match, marketFields),
  describe(buyAdd.input, addFields),
  describe(OrderWithWay, { way, ...addFields }),
  describe(ReplaceOrder, replaceFields),
  describe(orderReplace.input, { ...replaceFields, way: sideIfAny }),
  describe(ReduceOrder, reduceFields),
  describe(orderReduce.input, { ...reduceFields, way: sideIfAny }),
  describe(WhichOrder, whichFields),
  describe(orderCancel.input, { ...whichFields, way: sideIfAny }),
  describe(buyCancelAll.input, byMarket),
  describe(SideOfMarket, { way, ...byMarket }),
  describe(buyList.input, {
    ...byMarket,
    ...paging,
    before: [
      'Only orders older than the one with this id, so that consecutive pages miss nothing while orders are placed and end.',
    ],
  }),
  describe(buyList.output, page),
  describe(sellList.output, page),
  describe(OrderBatch, { orders: [`1 to ${maxBatch} orders.`] }),
  describe(CancelBatch, {
    ids: [`Ids of 1 to ${maxBatch} open orders.`, [48213, 48214]],
    client_order_ids: [`Client order ids of as many orders, as an alternative to \`ids\`.`],
    way: sideIfAny,
  }),
  describe(batchAdd.output.properties.results.items.anyOf[0], {
    code: ['Always 1: the entry was executed.', 1],
    message: ['A sentence in the language of the caller.', 'The order was placed.'],
    data: ['The order.'],
    sequence: ['Journal sequence that the answer reflects.', 90210],
    repeated: ['Present if the entry was answered before: this is the first answer again.'],
  }),
  describe(OrderMessage, {
    type: ['The event of the order.', 'TX_SUBMIT'],
    sequence,
    order: ['The order after the event, with both balances.'],
    reason: [
      'For `TX_CANCELED`, the reason: `user`, `replaced`, `self_trade`, `immediate_or_cancel`, `market_not_open`, `restricted` (an operator stopped the user’s trading), or why a triggered stop order could not be placed, such as `no_best_price`.',
    ],
  }),
  describe(OrderMessage.properties.order.allOf[1], {
    quote_account: ['Balance of the quote currency after the event.'],
    base_account: [
      'Balance of the base currency after the event.',
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
];

const place = 'The answer has the order as this command left it; later events are sent on the socket.';
const replace =
  'Ends an open order and places another one atomically, or does nothing. The new order is behind all others at its price. A stop order that waits for its trigger is replaced by another one if the request names its stop price; the refusals are those of a new stop order.';
const reduce = 'Makes an open order smaller without losing its place in the book.';
const cancel = 'A halted market accepts no cancels either.';
const batch =
  'The entries are executed in order and independently; each has its own answer, which may be a refusal. With an `Idempotency-Key`, a repeated request returns the first answers of entries already executed and decides the rest.';

const placedEntry = { code: 1, message: 'The order was placed.', data: placed, sequence: 90210 } as const;
const refusedEntry = {
  code: 0,
  message: 'Insufficient BTC balance: 1 available, 2 needed.',
  data: null,
  error: 'insufficient_balance',
  details: { available: '1', needed: '2', currency: 'BTC' },
  sequence: 90211,
} as const;
const twoOrders = {
  orders: [
    { way: 2, currency_match_id: 1, number: '0.01', price: '60000', client_order_id: 'desk-7-0001' },
    { way: 1, currency_match_id: 1, number: '2', price: '61000' },
  ],
};
const bothPlaced = { results: [placedEntry, refusedEntry] };
const bothCancelled = {
  results: [
    { code: 1 as const, message: 'The order was cancelled.', data: cancelled, sequence: 90212 },
    {
      code: 0 as const,
      message: 'This order is not open.',
      data: null,
      error: 'order_not_found' as const,
      details: {},
      sequence: 90213,
    },
  ],
};
const replacement = { replaced: cancelled, placed: successor };
const soldReplacement = { replaced: sold(cancelled), placed: sold(successor) };

const sent = 'Sent at once, in journal order, and never skipped.';
const channels = {
  TX_SUBMIT: sent,
  TX_MATCHED: `${sent} One message for all trades of a command.`,
  TX_REDUCED: sent,
  TX_CANCELED: `${sent} Not sent for filled orders.`,
} satisfies Record<keyof typeof spotChannels, string>;

const orderChapter = chapter('Orders', orders, {
  buyAdd: { summary: 'Place a buy order', says: place },
  sellAdd: { summary: 'Place a sell order', says: place, output: sold(placed) },
  buyReplace: { summary: 'Replace a buy order', says: replace, output: replacement },
  sellReplace: { summary: 'Replace a sell order', says: replace, output: soldReplacement },
  buyReduce: { summary: 'Reduce a buy order', says: reduce, output: smaller },
  sellReduce: { summary: 'Reduce a sell order', says: reduce, output: sold(smaller) },
  buyCancel: { summary: 'Cancel a buy order', says: cancel, output: cancelled },
  sellCancel: { summary: 'Cancel a sell order', says: cancel, output: sold(cancelled) },
  buyCancelAll: { summary: 'Cancel all buy orders' },
  sellCancelAll: { summary: 'Cancel all sell orders' },
  batchAdd: { summary: 'Place up to 20 orders', says: batch, input: twoOrders, output: bothPlaced },
  batchCancel: { summary: 'Cancel up to 20 orders', says: batch, output: bothCancelled },
  buyList: { summary: 'Open buy orders', says: 'Newest first.' },
  sellList: {
    summary: 'Open sell orders',
    says: 'Newest first.',
    output: { total: 1, per_page: 10, last_page: 1, current_page: 1, data: [sold(placed)] },
  },
});

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'order.add client_order_id': 'a new client order id',
    'tx_in/add client_order_id': 'a new client order id',
    'tx_out/add client_order_id': 'a new client order id',
  },
  chapters: [orderChapter, historyChapter],
  socketCalls: socketCalls(socket, {
    orderAdd: { summary: 'Place an order', says: place },
    orderCancel: { summary: 'Cancel an order', says: cancel, output: cancelled },
    orderReplace: { summary: 'Replace an order', says: replace, output: replacement },
    orderReduce: { summary: 'Reduce an order', says: reduce, output: smaller },
    orderCancelAll: { summary: 'Cancel all orders of a side' },
    orderBatch: { summary: 'Place up to 20 orders', says: batch, input: twoOrders, output: bothPlaced },
    orderBatchCancel: { summary: 'Cancel up to 20 orders', says: batch, output: bothCancelled },
  }),
  channels,
  objects: [...objects, ...historyObjects],
};
