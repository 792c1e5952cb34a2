import { invariant } from '../invariant.ts';
import { freeze } from './transitions.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { UserOrders } from '../user-orders.ts';
import type { OpenEscrow } from './state.ts';

/** The unpaid escrows of a frozen user, which are cancelled, and the paid ones of a frozen seller, then appealed. */
export const escrowOrders: UserOrders = {
  scopes: ['outflow', 'trading'],
  has: (state, user) => firstOf(state, user) !== undefined,
  cancelNext,
};

function cancelNext(state: ExchangeState, user: UserId, events: Event[]): void {
  const first = firstOf(state, user);
  invariant(first !== undefined, 'a user whose escrows are stopped must have one');
  freeze(state, first, events);
}

function firstOf({ escrow }: ExchangeState, user: UserId): OpenEscrow | undefined {
  return escrow.openOf(user).find(({ step, seller }) => step === 'created' || (step !== 'appealed' && seller === user));
}
