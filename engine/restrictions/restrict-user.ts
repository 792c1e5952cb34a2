import { absent } from '../absent.ts';
import { isOperatorId, isUserId } from '../identifiers.ts';
import { done } from '../outcome.ts';
import { marketsInOrder } from '../state.ts';
import { cancelNextOrder, hasOrders } from '../user-orders.ts';
import { cancellation, setCancellationTimer } from './cancel-orders.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { RestrictUser } from './commands.ts';

/**
 * Changes the restriction of a user. A restriction also ends the user's orders that it does not allow: as many as one
 * command may, and the others as due work before any other.
 */
export function restrictUser(
  state: ExchangeState,
  { user, before, scope: after, operator, cause }: RestrictUser,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'user_invalid' | 'restriction_changed' | 'setting_unchanged'> {
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!isUserId(user)) return { reason: 'user_invalid' };
  const { restrictions, timers, sequence } = state;
  const scope = restrictions.scopeOf(user);
  if (before !== scope) return { reason: 'restriction_changed', scope };
  if (before === after) return { reason: 'setting_unchanged' };

  const isCancelling = (restrictions.find(user)?.cancellingSince ?? null) !== null;
  if (isCancelling) timers.remove(cancellation, user);
  if (after === 'none') restrictions.lift(user);
  else restrictions.set({ user, scope: after, cancellingSince: null });
  updateTraders(state, user);
  events.push({ type: 'user_restricted', user, before, after, operator, cause });
  if (after === 'none') return done;

  for (let left = state.dueWorkPerCommand; left > 0 && hasOrders(state, user, after); left -= 1) {
    cancelNextOrder(state, user, after, events);
  }
  if (hasOrders(state, user, after)) {
    restrictions.set({ user, scope: after, cancellingSince: sequence });
    setCancellationTimer(state, user, sequence);
  }
  return done;
}

/** Repeats on each market whether the user's trading is stopped. */
function updateTraders(state: ExchangeState, user: UserId): void {
  const isStopped = state.restrictions.stopsTrading(user);
  for (const { traders } of marketsInOrder(state)) {
    const trader = traders.find(user);
    if (trader !== absent) traders.setStopped(trader, isStopped);
  }
}
