import type { EndReason, OrderEnded, Side } from '@bourse/engine';
import { oneOf } from './column.ts';
import { holdsDemoTrader, isDemoTrader } from './demo-trader.ts';
import { ProjectedOrders } from './projected-orders.ts';
import type { ProjectedOrder } from './projected-orders.ts';
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

/**
 * Orders that have ended, one row each, written once. Price in ticks, quantities in lots, amounts in smallest units.
 */
export const ordersTable = projectedTable({
  name: 'orders',
  columns,
  key: ['user_id', 'id'],
  identity: ['id'],
  scope: { sequence: 'ended_sequence' },
  // Commands assign order ids, at most one each, so the sequence is an upper bound.
  partition: { column: 'id' },
  demoForgets: { once: { longAgo: 'ended_at' }, where: holdsDemoTrader('user_id'), order: ['id'] },
  rows: (exchange) => {
    const open = new ProjectedOrders(exchange);
    return {
      rows: {
        order_accepted: (event, { sequence, timeMs }) => {
          open.accept(event, sequence, timeMs);
          return null;
        },
        order_reduced: (event) => {
          open.reduce(event);
          return null;
        },
        traded: (event) => {
          open.trade(event);
          return null;
        },
        order_ended: (event, command) => orderRow(open.end(event), event, command),
      },
    };
  },
});

/** The row of an ended order, or null for a demo trader's order that never traded, of which there are millions. */
function orderRow(order: ProjectedOrder, event: OrderEnded, { sequence, timeMs }: Decided): OrderRow | null {
  if (order.filled === 0 && isDemoTrader(event.user)) return null;
  const { terms } = order;
  return {
    id: event.order,
    user_id: event.user,
    market_id: event.market,
    side: sideNumber(terms.side),
    order_type: terms.orderType,
    time_in_force: terms.timeInForce,
    post_only: terms.postOnly,
    price: terms.price,
    quantity: order.quantity,
    quote_amount: terms.quoteAmount,
    stop_price: terms.stopPrice,
    filled: order.filled,
    filled_quote: order.filledQuote,
    fee: order.fee,
    rebate: order.rebate,
    client_order_id: terms.clientOrderId,
    status: statusOf(event.reason),
    end_reason: event.reason,
    accepted_sequence: order.acceptedSequence,
    accepted_at: order.acceptedAtMs,
    ended_sequence: sequence,
    ended_at: timeMs,
  };
}

/** The number of a side, as on the wire: 1 sells, 2 buys. */
export function sideNumber(side: Side): 1 | 2 {
  return side === 'sell' ? 1 : 2;
}

function statusOf(reason: EndReason): 'completed' | 'cancelled' {
  return reason === 'filled' ? 'completed' : 'cancelled';
}
