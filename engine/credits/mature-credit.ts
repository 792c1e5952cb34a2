import { done } from '../outcome.ts';
import { withoutTime } from './timed-credits.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { MatureCredit } from './commands.ts';

/** Lets a credit mature, or notes that only its time is to come. Nothing changes if that is known already. */
export function matureCredit(
  state: ExchangeState,
  { source, n }: MatureCredit,
  events: Event[],
): Done | RejectionFor<'credit_not_found' | 'credit_reversed'> {
  const { causes, credits } = state;
  if (!causes.credit_deposit.has(source, n)) return { reason: 'credit_not_found' };
  if (causes.reverse_credit.has(source, n)) return { reason: 'credit_reversed' };
  const timed = credits.findTimed(source, n);
  if (timed !== undefined && !timed.isFinal) {
    credits.setTimed({ ...timed, isFinal: true });
    events.push({ type: 'credit_confirmed', ...withoutTime(timed), untilMs: timed.untilMs });
    return done;
  }
  const credit = credits.find(source, n);
  if (credit === undefined) {
    events.push({ type: 'cause_repeated', command: 'mature_credit', source, n });
    return done;
  }
  credits.remove(credit);
  events.push({ type: 'credit_matured', ...credit });
  return done;
}
