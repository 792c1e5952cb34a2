import type { ExchangeState, ReadableState } from '../state.ts';
import type { OpenEscrow } from './state.ts';

/** The kind of timer that ends the window of an escrow. It runs in open time. */
export const windowTimer = 'escrow_window';

/** The present in open time. */
export function openMs({ timeMs, timers }: Pick<ReadableState, 'timeMs' | 'timers'>): number {
  return timeMs - timers.closedMs;
}

/** An instant of open time as wall time, if the exchange is not stopped before it. */
export function wallMs({ timers }: Pick<ReadableState, 'timers'>, openTimeMs: number): number {
  return openTimeMs + timers.closedMs;
}

/** Sets the timer of the window that runs. An appealed escrow has none. */
export function setWindowTimer({ timers }: ExchangeState, { n, step, dueAtMs, sequence }: OpenEscrow): void {
  if (step !== 'appealed') timers.add({ atMs: dueAtMs, sequence, kind: windowTimer, id: n }, 'open');
}
