import { escrowOrders } from './escrow/stopped-orders.ts';
import { leverOrders } from './leverage/stopped-orders.ts';
import { spotOrders } from './spot/stopped-orders.ts';
import type { Event } from './event.ts';
import type { UserId } from './identifiers.ts';
import type { RestrictionScope } from './restrictions/commands.ts';
import type { ExchangeState } from './state.ts';

/** The orders of a capability that end when an operator restricts their user. */
export interface UserOrders {
  /** The restrictions that end them. */
  readonly scopes: readonly RestrictionScope[];
  /** Whether the user has any. */
  readonly has: (state: ExchangeState, user: UserId) => boolean;
  /** Ends the first of them in a defined order; there must be one. */
  readonly cancelNext: (state: ExchangeState, user: UserId, events: Event[]) => void;
}

/** In the order in which they are ended. A capability with orders that wait has one entry here. */
const userOrders: readonly UserOrders[] = [spotOrders, leverOrders, escrowOrders];

/** Whether the user has an order that a restriction of this scope ends. */
export function hasOrders(state: ExchangeState, user: UserId, scope: RestrictionScope): boolean {
  return userOrders.some((orders) => orders.scopes.includes(scope) && orders.has(state, user));
}

/** Ends one order of the user that a restriction of this scope ends, if there is one. */
export function cancelNextOrder(state: ExchangeState, user: UserId, scope: RestrictionScope, events: Event[]): void {
  userOrders
    .find((orders) => orders.scopes.includes(scope) && orders.has(state, user))
    ?.cancelNext(state, user, events);
}
