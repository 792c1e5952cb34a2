import { chapter, type Description, describe, named, page, paging } from '../documentation/declare.ts';
import { inBase, inQuote, marketFields, marketId } from '../markets/field-words.ts';
import * as history from './history.ts';
import { historyList, orderInfo, orderTrades, ordersFile, OwnTrade, ownTrades } from './history.ts';

const which = {
  currency_match_id: [`${marketId} All markets if absent.`, 1],
  way: ['1 sell, 2 buy; both if absent.'],
  from: ['Start time, epoch seconds: the time of placement for orders, of the trade for trades.', 1767225600],
  to: ['Before this time, epoch seconds.', 1767312000],
} as const;

const before = ['Start of the page: the `next` of the previous page; default: the newest row.'] as const;
const file = {
  ...which,
  time_zone: ['IANA name of the time zone of times, which include the offset; default UTC.', 'Europe/Berlin'],
} as const;

export const historyObjects: readonly Description[] = [
  ...named(history, {
    OwnTrade: {
      id: ['Id of the trade; ascending within a market.', 5012],
      order_id: ['Id of the caller’s order.', 48213],
      currency_match_id: [marketId, 1],
      currency_match: ['The market.'],
      way: ['The caller’s side: 1 sell, 2 buy.', 2],
      way_name: ['The side in the language of the caller.', 'Buy'],
      price: [`Price, ${inQuote}.`, '60000'],
      amount: [`Quantity, ${inBase}.`, '0.01'],
      volume: [`Quote amount, ${inQuote}.`, '600'],
      role: ['`maker` for a resting order, `taker` for one that traded on arrival.', 'taker'],
      fee: ['Fee paid, in the received currency.', '0.00001'],
      fee_currency: ['Code of that currency.', 'BTC'],
      rebate: ['Rebate for a negative maker fee, in the currency that was paid with.', '0'],
      rebate_currency: ['Code of that currency.', 'USDT'],
      time: ['Time of the trade, epoch milliseconds.', 1767225600000],
    },
    OwnTradePage: {
      data: ['Trades, newest first.'],
      next: ['The `before` of the next page; null if there is none.', null],
    },
  }),
  describe(OwnTrade.properties.currency_match, marketFields),
  describe(historyList.input, { ...which, ...paging }),
  describe(historyList.output, page),
  describe(orderInfo.input, { id: ['Id of one of the user’s orders, open or ended.', 48213] }),
  describe(orderTrades.input, { id: ['Id of one of the user’s orders.', 48213], before, limit: paging.limit }),
  describe(ownTrades.input, { ...which, before, limit: paging.limit }),
  describe(ordersFile.input, file),
];

export const historyChapter = chapter('History', history, {
  historyList: { summary: 'Finished orders', says: 'Newest first.' },
  orderInfo: { summary: 'The current state of one of the user’s orders' },
  orderTrades: { summary: 'The trades of one of the user’s orders' },
  ownTrades: { summary: 'The user’s own trades; a page may be short or empty even if more follow' },
  ordersFile: {
    summary: 'All orders that match the filter, open ones first',
    says: 'One file at a time per user. Column names and values are the same in every language.',
    output:
      'id,client_order_id,market,side,order_type,time_in_force,post_only,stop_price,price,number,quote_amount,transacted_amount,transacted_volume,average_price,fee,fee_currency,rebate,rebate_currency,status,created_at,updated_at\r\n48213,desk-7-0001,BTC/USDT,buy,limit,gtc,false,,60000,0.01,,0,0,0,0,BTC,0,USDT,submitted,2026-01-01T01:00:00.000+01:00,2026-01-01T01:00:00.000+01:00\r\n',
  },
  tradesFile: {
    summary: 'All trades of the user that match the filter',
    says: 'One file at a time per user.',
    output:
      'id,order_id,market,side,role,price,amount,volume,fee,fee_currency,rebate,rebate_currency,time\r\n5012,48213,BTC/USDT,buy,taker,60000,0.01,600,0.00001,BTC,0,USDT,2026-01-01T01:00:00.000+01:00\r\n',
  },
});
