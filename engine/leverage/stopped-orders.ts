import { invariant } from '../invariant.ts';
import { leavingRulesVersion } from '../logic-version.ts';
import { revoke } from './open-position.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { UserOrders } from '../user-orders.ts';
import type { LeverRow } from './row.ts';

/** The waiting and entrusted rows of a user, the newest first. */
export const leverOrders: UserOrders = {
  scopes: ['trading'],
  has: (state, user) => newestOf(state, user) !== null,
  cancelNext,
};

function cancelNext(state: ExchangeState, user: UserId, events: Event[]): void {
  const row = newestOf(state, user);
  invariant(row !== null, 'a user whose orders are revoked must have one');
  revoke(state, row, 'restricted', events);
}

function newestOf({ leverage, logicVersion }: ExchangeState, user: UserId): LeverRow | null {
  // Older versions left the orders of a stopped user to their ticks.
  if (logicVersion < leavingRulesVersion) return null;
  let newest: LeverRow | null = null;
  for (const { rows } of leverage.accountsOf(user)) {
    for (const row of rows) {
      if (!row.isFilled && (newest === null || row.order.position > newest.order.position)) newest = row;
    }
  }
  return newest;
}
