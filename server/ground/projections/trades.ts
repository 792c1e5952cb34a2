import { holdsDemoTrader } from './demo-trader.ts';
import { sideNumber } from './orders.ts';
import { projectedTable } from './table.ts';

/**
 * Every trade, with both sides. A fee is in the currency that its side received; a rebate is paid from the taker's fee
 * to the maker.
 */
export const tradesTable = projectedTable({
  name: 'trades',
  columns: {
    id: 'bigint',
    sequence: 'bigint',
    time_ms: 'bigint',
    market_id: 'integer',
    price: 'bigint',
    quantity: 'bigint',
    base_amount: 'bigint',
    quote_amount: 'bigint',
    taker_side: 'smallint',
    maker_order: 'bigint',
    maker_user: 'bigint',
    maker_fee: 'bigint',
    taker_order: 'bigint',
    taker_user: 'bigint',
    taker_fee: 'bigint',
    rebate: 'bigint',
  },
  key: ['maker_order', 'id'],
  identity: ['id'],
  scope: { sequence: 'sequence' },
  // One command can cause many trades, so the sequence is not an upper bound.
  partition: {
    column: 'id',
    highest: `select coalesce(max(newest.id), 0) from markets, lateral
                (select id from trades where market_id = markets.id order by sequence desc, id desc limit 1) newest`,
  },
  demoForgets: {
    once: { longAgo: 'time_ms' },
    where: `${holdsDemoTrader('maker_user')} and ${holdsDemoTrader('taker_user')}`,
    order: ['id'],
  },
  rows: {
    traded: (event, { sequence, timeMs }) => ({
      id: event.trade,
      sequence,
      time_ms: timeMs,
      market_id: event.market,
      price: event.price,
      quantity: event.quantity,
      base_amount: event.baseAmount,
      quote_amount: event.quoteAmount,
      taker_side: sideNumber(event.takerSide),
      maker_order: event.makerOrder,
      maker_user: event.makerUser,
      maker_fee: event.makerFee,
      taker_order: event.takerOrder,
      taker_user: event.takerUser,
      taker_fee: event.takerFee,
      rebate: event.rebate,
    }),
  },
});
