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
const sideIfAny = ['1 sell, 2 buy; an order of the other side is then not found.'] as const;
const nameShape = '1 to 36 letters, digits, `_` and `-`, not used again within 24 hours';
const prevention =
  'What happens instead of a trade with oneself: `expire_maker`, `expire_taker` or `expire_both`; the market’s own rule when absent.';

const addFields = {
  currency_match_id: [marketId, 1],
  number: [`Quantity, ${inBase}.`, '0.01'],
  quote_amount: [`Of a market order, instead of \`number\`: what is spent or received at most, ${inQuote}.`],
  price: [
    `Of a limit order its limit, ${inQuote}. Of a market order the best opposite price that its user saw, from which the slippage counts; the best price now when absent. A \`stop_market\` order has none.`,
    '60000',
  ],
  stop_price: [
    `Of a stop order: a trade at or above it for a buy, at or below it for a sell, sets it off, ${inQuote}.`,
  ],
  post_only: ['`true` refuses a limit order that would trade at once; `false` when absent.'],
  self_trade_prevention: [prevention],
  order_type: ['`limit`, also when absent, `market`, `stop_limit` or `stop_market`.', 'limit'],
  time_in_force: [
    '`gtc` waits in the book, `ioc` trades at once what it can, `fok` all or nothing. `gtc` when absent; market orders are always `ioc`.',
    'gtc',
  ],
  client_order_id: [`One’s own name of the order: ${nameShape}.`, 'desk-7-0001'],
} as const;

const replaceFields = {
  id: ['Id of the open order.', 48213],
  number: [
    `Quantity of the whole, ${inBase}, with what the old order has traded; the new one is for the rest.`,
    '0.02',
  ],
  price: [`Limit of the new order, ${inQuote}.`, '59900'],
  post_only: ['As it was when absent.'],
  self_trade_prevention: [prevention],
  time_in_force: ['`gtc`, also when absent, `ioc` or `fok`.'],
  client_order_id: [`One’s own name of the new order: ${nameShape}.`],
} as const;

const reduceFields = {
  id: ['Id of the open order.', 48213],
  number: [`Quantity of the whole, ${inBase}, with what it has traded; smaller than it is now.`, '0.005'],
} as const;

const whichFields = {
  id: ['Id of the open order.', 48213],
  client_order_id: ['Or the name that its user gave it; one of the two.'],
} as const;

const byMarket = { currency_match_id: [`${marketId} On all markets when absent.`, 1] } as const;

/** A buy order as it stands in the book. */
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

/** The same on the other side. */
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
    'Where it stands. `untriggered` is a stop order that waits, `cancelled` one that ended without being filled; it may have filled in part.',
    placed.status,
  ],
  status_name: ['The same in the language of the caller.', placed.status_name],
  order_type: ['Kind of order.', placed.order_type],
  time_in_force: ['How long it waits.', placed.time_in_force],
  post_only: ['Whether it may only rest.', placed.post_only],
  price: [`Its limit, ${inQuote}. An untriggered \`stop_market\` order shows its stop price.`, placed.price],
  stop_price: [`Its stop price, ${inQuote}; null when it has none.`, placed.stop_price],
  number: [`Quantity, ${inBase}, after reductions; of an order by \`quote_amount\` what it has traded.`, placed.number],
  quote_amount: [`What it was to spend or receive, ${inQuote}; null when it is by quantity.`, placed.quote_amount],
  transacted_amount: [`Traded so far, ${inBase}.`, placed.transacted_amount],
  transacted_volume: [`Traded so far, ${inQuote}.`, placed.transacted_volume],
  average_price: [`Mean price of its trades, ${inQuote}, truncated; "0" before the first.`, placed.average_price],
  fee: ['Fee paid, in the currency received.', placed.fee],
  fee_currency: ['Code of that currency.', placed.fee_currency],
  rebate: ['Earned as a maker where a maker’s fee is below zero, in the currency paid with.', placed.rebate],
  rebate_currency: ['Code of that currency.', placed.rebate_currency],
  client_order_id: ['The name that its user gave it; null when none.', placed.client_order_id],
  created_at: ['When it was placed, epoch milliseconds.', placed.created_at],
  updated_at: ['When it last traded or ended, epoch milliseconds.', placed.updated_at],
} satisfies Fields<(typeof Order)['properties']>;

const objects: readonly Description[] = [
  ...named(orders, {
    Order: orderFields,
    Replacement: { replaced: ['The order that ended.'], placed: ['The one in its stead, with an id of its own.'] },
    Cancelled: {
      cancelled: ['How many orders were cancelled.', 3],
      more: ['Whether the bound of one request left some open; ask again.', false],
    },
    BatchResults: { results: ['The whole answer of each entry, at the place that the entry has in the request.'] },
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
      'Only orders that are older than the one with this id, so that pages stay whole while orders come and end.',
    ],
  }),
  describe(buyList.output, page),
  describe(sellList.output, page),
  describe(OrderBatch, { orders: [`1 to ${maxBatch} orders.`] }),
  describe(CancelBatch, {
    ids: [`Ids of 1 to ${maxBatch} open orders.`, [48213, 48214]],
    client_order_ids: [`Or as many names that their user gave them; one of the two.`],
    way: sideIfAny,
  }),
  describe(batchAdd.output.properties.results.items.anyOf[0], {
    code: ['Always 1: the entry was carried out.', 1],
    message: ['A sentence in the language of the caller.', 'The order was placed.'],
    data: ['The order.'],
    sequence: ['Journal sequence that it reflects.', 90210],
    repeated: ['Only where the entry had been answered before: this is that answer again.'],
  }),
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
];

const place = 'The answer shows the order as this command left it; what happens later comes over the socket.';
const replace =
  'Ends an open order and places another in one step, or does nothing. The new one stands behind all others of its price.';
const reduce = 'Makes an open order smaller where it stands.';
const cancel = 'A halted market takes no cancels either.';
const batch =
  'The entries are carried out in the order given and do not depend on each other; each has its own answer, refusals included. With an `Idempotency-Key` a repetition answers what was done as the first time and does the rest.';

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

const sent = 'Sent at once, in the order of the journal, and never left out.';
const channels = {
  TX_SUBMIT: sent,
  TX_MATCHED: `${sent} One message for all trades of one command.`,
  TX_REDUCED: sent,
  TX_CANCELED: `${sent} Not sent of an order that was filled.`,
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
