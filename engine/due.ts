import { invariant } from './invariant.ts';
import type { Capability } from './capability.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/**
 * Moves the journal's time, and lets each capability do what the passing of time alone brings about, before the command
 * that came with it: candles of a minute that is over are closed, sources of an index that have fallen silent are left
 * out. Timers are due work, which is bounded (`due-work.ts`).
 */
export function advanceTime(
  state: ExchangeState,
  capabilities: readonly Capability[],
  timeMs: number,
  events: Event[],
): void {
  invariant(Number.isSafeInteger(timeMs), 'time must be whole milliseconds');
  state.timeMs = timeMs;
  for (const { timePassed } of capabilities) timePassed?.(state, events);
}
