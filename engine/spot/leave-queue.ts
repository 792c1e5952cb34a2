import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/** Removes an open order from the book, or from the waiting stop orders. */
export function leaveQueue(state: ExchangeState, market: LiveMarket, order: OrderSlot): void {
  const { orders } = state;
  const side = orders.side(order);
  if (!orders.isWaiting(order)) {
    market.sideOf(side).remove(orders, order);
    return;
  }
  market.stops.of(side).remove(orders, order);
  state.waitingStops -= 1;
}
