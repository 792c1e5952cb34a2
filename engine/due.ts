import { invariant } from './invariant.ts';
import type { Capability } from './capability.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/**
 * Advances journal time and lets each capability do its timed work before the command runs: candles of past minutes are
 * closed, and index sources that have gone silent are left out. Timers are due work, which is bounded (`due-work.ts`).
 */
export function advanceTime(
  state: ExchangeState,
  capabilities: readonly Capability[],
  timeMs: number,
  events: Event[],
): void {
  invariant(Number.isSafeInteger(timeMs), 'time must be whole milliseconds');
  const passedMs = timeMs - state.timeMs;
  state.timeMs = timeMs;
  for (const { timePassed } of capabilities) timePassed?.(state, events, passedMs);
}
