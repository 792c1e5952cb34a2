import { section } from '../capability.ts';
import { invariant } from '../invariant.ts';
import { marketsInOrder } from '../state.ts';
import { escrowOrders } from '../escrow/stopped-orders.ts';
import { spotOrders } from '../spot/stopped-orders.ts';
import { cancellation, cancellationDue, setCancellationTimer } from './cancel-orders.ts';
import type { Capability } from '../capability.ts';
import type { ExchangeState } from '../state.ts';
import type { Restriction } from './state.ts';

/** Restrictions that operators impose on users. */
export const restrictionCapability: Capability = {
  snapshot: [
    section<Restriction>(
      'restriction',
      ({ restrictions }) => restrictions.all(),
      (state, { user, scope, cancellingSince }) => {
        state.restrictions.set({ user, scope, cancellingSince });
        if (cancellingSince !== null) setCancellationTimer(state, user, cancellingSince);
      },
    ),
  ],
  loaded: (state) => {
    const { restrictions } = state;
    for (const { traders } of marketsInOrder(state)) {
      for (const trader of traders.all()) traders.setStopped(trader, restrictions.stopsTrading(traders.user(trader)));
    }
  },
  audit,
  timers: { [cancellation]: cancellationDue },
};

function audit(state: ExchangeState): void {
  const { restrictions, timers } = state;
  let cancelling = 0;
  for (const { user, scope, cancellingSince } of restrictions.all()) {
    if (cancellingSince === null) {
      invariant(!escrowOrders.has(state, user), 'a frozen user must have no escrow that a freeze ends');
      // Leverage orders of users who were stopped by an older logic version remain until their tick revokes them.
      invariant(scope !== 'trading' || !spotOrders.has(state, user), 'a stopped user must have no open orders');
      continue;
    }
    cancelling += 1;
    invariant(timers.find(cancellation, user) !== undefined, 'orders that are cancelled must have a timer');
  }
  invariant(timers.count(cancellation) === cancelling, 'every cancellation timer must belong to a restricted user');
  for (const { traders } of marketsInOrder(state)) {
    for (const trader of traders.all()) {
      const isStopped = restrictions.stopsTrading(traders.user(trader));
      invariant(traders.isStopped(trader) === isStopped, 'a trader must be stopped exactly when its user is');
    }
  }
}
