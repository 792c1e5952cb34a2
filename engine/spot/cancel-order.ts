import { endOrder } from './end-order.ts';
import { leaveQueue } from './leave-queue.ts';
import { findOwnOrder, marketOfOrder } from './own-order.ts';
import type { Absent } from '../absent.ts';
import type { CancelClientOrder, CancelOrder } from './commands.ts';
import type { Event } from '../event.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

type CancelRejection = RejectionFor<'order_not_found' | 'market_not_open'>;

/** Cancels an open order of the user. */
export function cancelOrder(
  state: ExchangeState,
  command: CancelOrder,
  events: Event[],
): OrderOutcome | CancelRejection {
  const order = findOwnOrder(state, command);
  if (order === absent) return { reason: 'order_not_found' };
  const market = marketOfOrder(state, order);
  if (market.listing.state === 'halted') return { reason: 'market_not_open' };

  leaveQueue(state, market, order);
  endOrder(state, market, order, 'user', events);
  return { type: 'order', order: command.order };
}

/** Cancels the user's open order that has this client order id. */
export function cancelClientOrder(
  state: ExchangeState,
  command: CancelClientOrder,
  events: Event[],
): OrderOutcome | CancelRejection {
  const { user, side, requestKey } = command;
  const order = state.clientOrderIds.openOrder(user, command.clientOrderId);
  if (order === null) return { reason: 'order_not_found' };
  return cancelOrder(state, { type: 'cancel_order', user, order, side, requestKey }, events);
}
