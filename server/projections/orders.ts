import type { EndReason, OrderEnded, Side } from '@bourse/engine';
import { oneOf } from './column.ts';
import { holdsDemoTrader, isDemoTrader } from './demo-trader.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  id: 'bigint',
  user_id: 'bigint',
  market_id: 'integer',
  side: 'smallint',
  order_type: 'text',
  time_in_force: 'text',
  post_only: 'boolean',
  price: 'bigint',
  quantity: 'bigint',
  quote_amount: 'bigint?',
  stop_price: 'bigint?',
  filled: 'bigint',
  filled_quote: 'bigint',
  fee: 'bigint',
  rebate: 'bigint',
  client_order_id: 'text?',
  status: oneOf<'completed' | 'cancelled'>(),
  end_reason: 'text',
  accepted_sequence: 'bigint',
  accepted_at: 'bigint',
  ended_sequence: 'bigint',
  ended_at: 'bigint',
} as const;
type OrderRow = RowOf<typeof columns>;

/** Orders that have ended, one row each, written once. Price in ticks, quantities in lots, money in smallest units. */
export const ordersTable = projectedTable({
  name: 'orders',
  columns,
  key: ['user_id', 'id'],
  identity: ['id'],
  scope: { sequence: 'ended_sequence' },
  // Ids are given by commands, at most one each, so the sequence bounds them.
  partition: { column: 'id' },
  demoForgets: { once: { longAgo: 'ended_at' }, where: holdsDemoTrader('user_id'), order: ['id'] },
  rows: { order_ended: orderRow },
});

/**
 * The row of an order that ended, or null for a demo trader's order that never traded: quotes come and go by the
 * million.
 */
function orderRow(event: OrderEnded, { sequence, timeMs }: Decided): OrderRow | null {
  if (event.filled === 0 && isDemoTrader(event.user)) return null;
  return {
    id: event.order,
    user_id: event.user,
    market_id: event.market,
    side: sideNumber(event.side),
    order_type: event.orderType,
    time_in_force: event.timeInForce,
    post_only: event.postOnly,
    price: event.price,
    quantity: event.quantity,
    quote_amount: event.quoteAmount,
    stop_price: event.stopPrice,
    filled: event.filled,
    filled_quote: event.filledQuote,
    fee: event.fee,
    rebate: event.rebate,
    client_order_id: event.clientOrderId,
    status: statusOf(event.reason),
    end_reason: event.reason,
    accepted_sequence: event.acceptedSequence,
    accepted_at: event.acceptedAtMs,
    ended_sequence: sequence,
    ended_at: timeMs,
  };
}

/** As on the wire: 1 sells, 2 buys. */
export function sideNumber(side: Side): 1 | 2 {
  return side === 'sell' ? 1 : 2;
}

function statusOf(reason: EndReason): 'completed' | 'cancelled' {
  return reason === 'filled' ? 'completed' : 'cancelled';
}
