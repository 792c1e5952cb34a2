import { absent } from '../absent.ts';
import { isCount } from './accept-order.ts';
import { findOwnOrder, marketOfOrder } from './own-order.ts';
import type { ReduceOrder } from './commands.ts';
import type { Event } from '../event.ts';
import type { LiveMarket } from '../market/market.ts';
import { asAmount, type Lots } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { Orders, OrderSlot } from './orders.ts';

type ReductionRejection = RejectionFor<
  | 'market_not_open'
  | 'quantity_invalid'
  | 'quantity_off_step'
  | 'quantity_not_smaller'
  | 'quantity_filled'
  | 'below_min_notional'
>;

/**
 * Reduces an open order in place: it keeps its id, its price and its place in the queue, and the freed funds are
 * released. The rest must be worth the minimum notional, so that reducing cannot create orders below it.
 */
export function reduceOrder(
  state: ExchangeState,
  command: ReduceOrder,
  events: Event[],
): OrderOutcome | RejectionFor<'order_not_found' | 'order_waiting'> | ReductionRejection {
  const { ledger, orders } = state;
  const { quantity } = command;
  const order = findOwnOrder(state, command);
  if (order === absent) return { reason: 'order_not_found' };
  if (orders.isWaiting(order)) return { reason: 'order_waiting' };
  const market = marketOfOrder(state, order);
  const refusal = refusedReduction(orders, market, order, quantity);
  if (refusal !== null) return refusal;

  const side = orders.side(order);
  const price = orders.price(order);
  const filled = orders.filled(order);
  const reduced = (filled + orders.remaining(order) - quantity) as Lots;
  const released = asAmount(side === 'buy' ? market.quoteAmount(price, reduced) : market.baseAmount(reduced));
  orders.reduce(order, reduced, released);
  ledger.release(orders.account(order), released);
  const { market: id } = market.listing;
  const facts = { order: orders.id(order), user: command.user, market: id, side, price };
  events.push({ type: 'order_reduced', ...facts, quantity, filled, reduced, released });
  return { type: 'order', order: facts.order };
}

function refusedReduction(
  orders: Orders,
  market: LiveMarket,
  order: OrderSlot,
  wanted: Lots,
): ReductionRejection | null {
  const { listing } = market;
  const filled = orders.filled(order);
  const quantity = (filled + orders.remaining(order)) as Lots;
  if (listing.state === 'halted') return { reason: 'market_not_open' };
  if (!isCount(wanted)) return { reason: 'quantity_invalid' };
  if (wanted % listing.quantityStep !== 0) return { reason: 'quantity_off_step', step: listing.quantityStep };
  if (wanted >= quantity) return { reason: 'quantity_not_smaller', quantity };
  if (wanted <= filled) return { reason: 'quantity_filled', filled };
  const notional = asAmount(market.quoteAmount(orders.price(order), (wanted - filled) as Lots));
  const minimum = listing.minNotional;
  return notional < minimum ? { reason: 'below_min_notional', minimum, notional } : null;
}
