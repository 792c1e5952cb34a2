import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { endOrder } from '../spot/end-order.ts';
import { leaveQueue } from '../spot/leave-queue.ts';
import { marketsInOrder } from '../state.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';

/** The kind of timer that cancels the remaining orders of a user whose trading was stopped. */
export const cancellation = 'restriction_cancellation';

/** Sets the timer that cancels a user's next order. It is due at once and before the timers of other kinds. */
export function setCancellationTimer({ timers }: ExchangeState, user: UserId, sequence: number): void {
  timers.add({ atMs: 0, sequence, kind: cancellation, id: user });
}

/** Handles a cancellation timer that fires: cancels one order and sets the timer again if more remain. */
export function cancellationDue(state: ExchangeState, { id, sequence }: Timer, events: Event[]): void {
  const restriction = state.restrictions.find(id as UserId);
  invariant(restriction?.cancellingSince === sequence, 'a cancellation must belong to a user whose trading is stopped');
  const { user } = restriction;
  // Trades and cancellations by the user may have ended the others in the meantime.
  if (hasOpenOrders(state, user)) cancelNextOrder(state, user, events);
  if (hasOpenOrders(state, user)) setCancellationTimer(state, user, sequence);
  else state.restrictions.set({ ...restriction, cancellingSince: null });
}

export function hasOpenOrders(state: ExchangeState, user: UserId): boolean {
  for (const { traders } of marketsInOrder(state)) {
    const trader = traders.find(user);
    if (trader !== absent && traders.newestOrder(trader) !== absent) return true;
  }
  return false;
}

/**
 * Cancels the user's newest order on the first market that has one. Halted markets are no exception, because their
 * orders would trade as soon as they reopen.
 */
export function cancelNextOrder(state: ExchangeState, user: UserId, events: Event[]): void {
  for (const market of marketsInOrder(state)) {
    const trader = market.traders.find(user);
    const order = trader === absent ? absent : market.traders.newestOrder(trader);
    if (order === absent) continue;
    leaveQueue(state, market, order);
    endOrder(state, market, order, 'restricted', events);
    return;
  }
}
