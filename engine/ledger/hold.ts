import { isUserId } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { isPersonal } from './account.ts';
import { isCause } from './causes.ts';
import { isMovable } from './movable.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { Hold } from './commands.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

type HoldRejection =
  | RejectionFor<'user_invalid' | 'account_invalid' | 'currency_unknown' | 'cause_invalid' | 'amount_invalid'>
  | LeavingRejection<'person'>;

/** Locks available money under a reference, once. A refused reference may be used again. */
export function hold(state: ExchangeState, command: Hold, events: Event[]): Done | HoldRejection {
  const { type: _type, ...held } = command;
  const { user, accountType, currency, amount, source, n } = held;
  if (state.holds.find(source, n) !== undefined || outcomeOfHold(state, source, n) !== null) {
    events.push({ type: 'cause_repeated', command: 'hold', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  state.holds.add(held);
  state.ledger.hold(state.ledger.open(user, accountType, currency), amount);
  events.push({ type: 'held', ...held, postings: [posting(user, accountType, currency, 0 - amount, amount)] });
  return done;
}

/** How a hold ended; null when it is open or unknown. Stored permanently, as intervals. */
export function outcomeOfHold({ causes }: ExchangeState, source: string, n: number): 'settled' | 'released' | null {
  if (causes.settle_hold.has(source, n)) return 'settled';
  return causes.release_hold.has(source, n) ? 'released' : null;
}

function refusalOf(state: ExchangeState, command: Hold): HoldRejection | null {
  const { user, accountType, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  return leavingRefusal(state, { user, accountType, currency, amount, leaves: 'person', to: null });
}
