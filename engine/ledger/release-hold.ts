import { outcomeOfHold } from './hold.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { ReleaseHold } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

/** Returns a hold to its owner, once. A settled hold cannot be released. */
export function releaseHold(
  state: ExchangeState,
  { source, n }: ReleaseHold,
  events: Event[],
): Done | RejectionFor<'hold_ended' | 'hold_not_found'> {
  const outcome = outcomeOfHold(state, source, n);
  if (outcome === 'released') {
    events.push({ type: 'cause_repeated', command: 'release_hold', source, n });
    return done;
  }
  if (outcome !== null) return { reason: 'hold_ended', outcome };
  const hold = state.holds.find(source, n);
  if (hold === undefined) return { reason: 'hold_not_found' };

  state.holds.remove(hold);
  state.causes.release_hold.add(source, n);
  state.ledger.release(state.ledger.open(hold.user, hold.accountType, hold.currency), hold.amount);
  const { user, accountType, currency, amount } = hold;
  events.push({ type: 'hold_released', ...hold, postings: [posting(user, accountType, currency, amount, 0 - amount)] });
  return done;
}
