import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { marketsInOrder } from '../state.ts';
import { endOrder } from './end-order.ts';
import { leaveQueue } from './leave-queue.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { UserOrders } from '../user-orders.ts';
import type { OrderSlot } from './orders.ts';

/**
 * The open orders of a user: the newest on the first market that has one comes first. Halted markets are no exception,
 * because their orders would trade as soon as they reopen.
 */
export const spotOrders: UserOrders = {
  scopes: ['trading'],
  has: (state, user) => firstOf(state, user) !== null,
  cancelNext,
};

function cancelNext(state: ExchangeState, user: UserId, events: Event[]): void {
  const first = firstOf(state, user);
  invariant(first !== null, 'a user whose orders are cancelled must have one');
  leaveQueue(state, first.market, first.order);
  endOrder(state, first.market, first.order, 'restricted', events);
}

function firstOf(
  state: ExchangeState,
  user: UserId,
): { readonly market: LiveMarket; readonly order: OrderSlot } | null {
  for (const market of marketsInOrder(state)) {
    const trader = market.traders.find(user);
    const order = trader === absent ? absent : market.traders.newestOrder(trader);
    if (order !== absent) return { market, order };
  }
  return null;
}
