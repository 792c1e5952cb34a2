import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { TimedCredit, UnmaturedCredit } from './state.ts';

/** The kind of timer that ends the time of a credit. */
export const creditTimer = 'credit_maturity';

export function setCreditTimer({ timers }: ExchangeState, { untilMs, sequence }: TimedCredit): void {
  timers.add({ atMs: untilMs, sequence, kind: creditTimer, id: sequence });
}

/** Removes a credit and its timer. */
export function dropTimed({ credits, timers }: ExchangeState, { sequence }: TimedCredit): void {
  credits.takeTimed(sequence);
  timers.remove(creditTimer, sequence);
}

/** Handles the end of the time of a credit: it matures, unless its deposit is not final. */
export function creditTimeDue({ credits }: ExchangeState, { id }: Timer, events: Event[]): void {
  const timed = credits.takeTimed(id);
  const credit = withoutTime(timed);
  if (timed.isFinal) {
    events.push({ type: 'credit_matured', ...credit });
    return;
  }
  credits.add(credit);
  events.push({ type: 'credit_time_ended', ...credit });
}

/** The credit as its events describe it. */
export function withoutTime({ user, accountType, currency, amount, source, n }: TimedCredit): UnmaturedCredit {
  return { user, accountType, currency, amount, source, n };
}
