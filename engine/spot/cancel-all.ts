import { absent } from '../absent.ts';
import { endOrder } from './end-order.ts';
import { leaveQueue } from './leave-queue.ts';
import type { Absent } from '../absent.ts';
import type { CancelAll } from './commands.ts';
import type { Side } from './terms.ts';
import type { Event } from '../event.ts';
import type { OrdersCancelled } from './events.ts';
import type { OrdersOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** Orders cancelled per command, which bounds its time; a user with more open orders sends the command again. */
const maxCancelled = 256;

/**
 * Cancels the user's open orders, newest first, and reports their number: on one market, or on all markets in order of
 * their ids. Halted markets keep their orders; the command is refused only when it names a halted market.
 */
export function cancelAll(
  state: ExchangeState,
  command: CancelAll,
  events: Event[],
): OrdersOutcome | RejectionFor<'market_unknown' | 'market_not_open'> {
  const { user, market: only, side } = command;
  const named = only === null ? undefined : state.markets[only];
  if (only !== null && named === undefined) return { reason: 'market_unknown' };
  if (named?.listing.state === 'halted') return { reason: 'market_not_open' };

  const { orders } = state;
  let cancelled = 0;
  let more = false;
  for (const market of named === undefined ? state.markets : [named]) {
    if (market === undefined || market.listing.state === 'halted') continue;
    const trader = market.traders.find(user);
    let order = trader === absent ? absent : market.traders.newestOrder(trader);
    while (order !== absent && cancelled < maxCancelled) {
      const older = orders.older(order);
      if (side === null || orders.side(order) === side) {
        leaveQueue(state, market, order);
        endOrder(state, market, order, 'user', events);
        cancelled += 1;
      }
      order = older;
    }
    more ||= hasMore(orders, order, side);
  }
  events.push({ type: 'orders_cancelled', user, market: only, side, cancelled, more } satisfies OrdersCancelled);
  return { type: 'orders', cancelled, more };
}

/** Whether this order or an older one is of the side. */
function hasMore(orders: Orders, from: OrderSlot | Absent, side: Side | null): boolean {
  for (let order = from; order !== absent; order = orders.older(order)) {
    if (side === null || orders.side(order) === side) return true;
  }
  return false;
}
