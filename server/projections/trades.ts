import type { Traded } from '@bourse/engine';
import { sideNumber } from './orders.ts';
import { table } from './table.ts';
import type { Row } from './table.ts';

/** Every trade, with both sides. A fee is in the currency that its side received; a rebate goes from the taker's fee to the maker. */
export const tradesTable = table('trades', {
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
});
export type TradeRow = Row<typeof tradesTable>;

export function tradeRow(event: Traded, sequence: number, timeMs: number): TradeRow {
  return {
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
  };
}
