import type { EndReason } from './events.ts';
import type { Event } from '../event.ts';
import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/**
 * Ends an order that is in no queue: releases its remaining hold, reports the end and removes it. Every order ends
 * here, for any reason.
 */
export function endOrder(
  state: ExchangeState,
  market: LiveMarket,
  order: OrderSlot,
  reason: EndReason,
  events: Event[],
): void {
  const { orders } = state;
  const user = orders.user(order);
  const clientOrderId = orders.clientOrderId(order);
  const released = orders.held(order);
  events.push({
    type: 'order_ended',
    order: orders.id(order),
    user,
    market: market.listing.market,
    reason,
    released,
  });
  if (released !== 0) state.ledger.release(orders.account(order), released);
  if (clientOrderId !== null) state.clientOrderIds.giveBack(user, clientOrderId);
  market.traders.removeOrder(orders, order);
  orders.remove(order);
}
