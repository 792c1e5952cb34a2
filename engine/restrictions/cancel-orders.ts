import { invariant } from '../invariant.ts';
import { cancelNextOrder, hasOrders } from '../user-orders.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';

/** The kind of timer that ends the remaining orders of a restricted user. */
export const cancellation = 'restriction_cancellation';

/** Sets the timer that ends a user's next order. It is due at once and before the timers of other kinds. */
export function setCancellationTimer({ timers }: ExchangeState, user: UserId, sequence: number): void {
  timers.add({ atMs: 0, sequence, kind: cancellation, id: user });
}

/** Handles a cancellation timer that fires: ends one order and sets the timer again if more remain. */
export function cancellationDue(state: ExchangeState, { id, sequence }: Timer, events: Event[]): void {
  const restriction = state.restrictions.find(id as UserId);
  invariant(restriction?.cancellingSince === sequence, 'a cancellation must belong to a restricted user');
  const { user, scope } = restriction;
  // Trades and cancellations by the user may have ended the others in the meantime.
  cancelNextOrder(state, user, scope, events);
  if (hasOrders(state, user, scope)) setCancellationTimer(state, user, sequence);
  else state.restrictions.set({ ...restriction, cancellingSince: null });
}
