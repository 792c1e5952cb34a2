import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/** Takes an open order out of the book, or from among the stop orders that wait. */
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
