import { chapter, type Description, describe, named, page, paging } from '../documentation/declare.ts';
import { inBase, inQuote, marketFields, marketId } from '../markets/field-words.ts';
import * as history from './history.ts';
import { historyList, orderInfo, orderTrades, ordersFile, OwnTrade, ownTrades } from './history.ts';

const which = {
  currency_match_id: [`${marketId} All markets when absent.`, 1],
  way: ['1 sell, 2 buy; both when absent.'],
  from: ['From this time on, epoch seconds: of an order when it was placed, of a trade when it was made.', 1767225600],
  to: ['Before this time, epoch seconds.', 1767312000],
} as const;

const before = ['Where the page begins: the `next` of the page before it; at the newest when absent.'] as const;
const file = {
  ...which,
  time_zone: ['IANA name of the zone in which times are written, with their offset; UTC when absent.', 'Europe/Berlin'],
} as const;

export const historyObjects: readonly Description[] = [
  ...named(history, {
    OwnTrade: {
      id: ['Id of the trade; ascending within a market.', 5012],
      order_id: ['The caller’s order in it.', 48213],
      currency_match_id: [marketId, 1],
      currency_match: ['The market.'],
      way: ['The caller’s side: 1 sell, 2 buy.', 2],
      way_name: ['The same in the language of the caller.', 'Buy'],
      price: [`Price, ${inQuote}.`, '60000'],
      amount: [`Quantity, ${inBase}.`, '0.01'],
      volume: [`What was paid for it, ${inQuote}.`, '600'],
      role: ['`maker` waited in the book, `taker` traded with what waited there.', 'taker'],
      fee: ['Fee paid, in the currency received.', '0.00001'],
      fee_currency: ['Code of that currency.', 'BTC'],
      rebate: ['Earned as a maker where a maker’s fee is below zero, in the currency paid with.', '0'],
      rebate_currency: ['Code of that currency.', 'USDT'],
      time: ['When it was made, epoch milliseconds.', 1767225600000],
    },
    OwnTradePage: {
      data: ['Trades, newest first.'],
      next: ['Where the following ones begin, for `before`; null when there are none.', null],
    },
  }),
  describe(OwnTrade.properties.currency_match, marketFields),
  describe(historyList.input, { ...which, ...paging }),
  describe(historyList.output, page),
  describe(orderInfo.input, { id: ['Id of one of one’s orders, open or ended.', 48213] }),
  describe(orderTrades.input, { id: ['Id of one of one’s orders.', 48213], before, limit: paging.limit }),
  describe(ownTrades.input, { ...which, before, limit: paging.limit }),
  describe(ordersFile.input, file),
];

export const historyChapter = chapter('History', history, {
  historyList: { summary: 'Finished orders', says: 'Newest first.' },
  orderInfo: { summary: 'One of one’s orders as it stands' },
  orderTrades: { summary: 'What one of one’s orders has traded' },
  ownTrades: { summary: 'One’s own trades; a page may be short or empty though more follow' },
  ordersFile: {
    summary: 'All orders by the filter, the open ones first',
    says: 'One file at a time for each person. Names and values are those of the wire in every language.',
    output:
      'id,client_order_id,market,side,order_type,time_in_force,post_only,stop_price,price,number,quote_amount,transacted_amount,transacted_volume,average_price,fee,fee_currency,rebate,rebate_currency,status,created_at,updated_at\r\n48213,desk-7-0001,BTC/USDT,buy,limit,gtc,false,,60000,0.01,,0,0,0,0,BTC,0,USDT,submitted,2026-01-01T01:00:00.000+01:00,2026-01-01T01:00:00.000+01:00\r\n',
  },
  tradesFile: {
    summary: 'All of one’s trades by the filter',
    says: 'One file at a time for each person.',
    output:
      'id,order_id,market,side,role,price,amount,volume,fee,fee_currency,rebate,rebate_currency,time\r\n5012,48213,BTC/USDT,buy,taker,60000,0.01,600,0.00001,BTC,0,USDT,2026-01-01T01:00:00.000+01:00\r\n',
  },
});
