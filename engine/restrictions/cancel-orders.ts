import { invariant } from '../invariant.ts';
import { cancelNextOrder, hasOrders } from '../user-orders.ts';
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
  cancelNextOrder(state, user, events);
  if (hasOrders(state, user)) setCancellationTimer(state, user, sequence);
  else state.restrictions.set({ ...restriction, cancellingSince: null });
}
