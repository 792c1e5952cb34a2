import { fireNextStop, isStopDue, noticeReachedStops } from './spot/trigger-stops.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/** How much due work one command does unless an exchange says otherwise: each piece is about as much as an order of its own. */
export const usualDueWork = 64;

/**
 * Work that nobody sends a command for: it is due because of what happened, such as a stop order whose price was reached, and later
 * because of the time (`due.ts`). Each command does a bounded number of pieces, first what those before it left over, then what it
 * made due itself; so every command takes a bounded time, and what is due first is done first. Whoever drives the exchange sends
 * clock ticks while some is left.
 *
 * Each kind of work has its lines in the functions below; where several are due, they are done in that order.
 */
export function hasDueWork(state: ExchangeState): boolean {
  return state.reachedStops.length > 0;
}

/** Whether a command may find or make some: where nothing waits, it costs no more than asking this. */
export function expectsDueWork(state: ExchangeState): boolean {
  return state.waitingStops > 0 || hasDueWork(state);
}

/** Does what is due, at most `most` pieces, and answers how many more it may still be. */
export function doDueWork(state: ExchangeState, most: number, events: Event[]): number {
  let left = most;
  while (isStopDue(state) && left > 0) {
    fireNextStop(state, events);
    left -= 1;
  }
  return left;
}

/** Notices what the events from this one on made due. */
export function noticeDueWork(state: ExchangeState, events: readonly Event[], from: number): void {
  noticeReachedStops(state, events, from);
}
