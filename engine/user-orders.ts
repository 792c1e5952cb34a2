import { leverOrders } from './leverage/stopped-orders.ts';
import { spotOrders } from './spot/stopped-orders.ts';
import type { Event } from './event.ts';
import type { UserId } from './identifiers.ts';
import type { ExchangeState } from './state.ts';

/** The orders of a capability that end when an operator stops their user's trading. */
export interface UserOrders {
  /** Whether the user has any. */
  readonly has: (state: ExchangeState, user: UserId) => boolean;
  /** Cancels the first of them in a defined order; there must be one. */
  readonly cancelNext: (state: ExchangeState, user: UserId, events: Event[]) => void;
}

/** In the order in which they are cancelled. A capability with orders that wait has one entry here. */
const userOrders: readonly UserOrders[] = [spotOrders, leverOrders];

/** Whether the user has an order that could still trade or open a position. */
export function hasOrders(state: ExchangeState, user: UserId): boolean {
  return userOrders.some((orders) => orders.has(state, user));
}

/** Cancels one order of the user, if there is one. */
export function cancelNextOrder(state: ExchangeState, user: UserId, events: Event[]): void {
  userOrders.find((orders) => orders.has(state, user))?.cancelNext(state, user, events);
}
