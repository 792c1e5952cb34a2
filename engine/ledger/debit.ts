import { isUserId, venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { leavingRefusal } from '../leaving.ts';
import { leavingRulesVersion } from '../logic-version.ts';
import { accountType, isPersonal } from './account.ts';
import { isCause } from './causes.ts';
import { isMovable } from './movable.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { Debit } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

type DebitRejection = RejectionFor<
  | 'user_invalid'
  | 'account_invalid'
  | 'currency_unknown'
  | 'cause_invalid'
  | 'amount_invalid'
  | 'outflow_stopped'
  | 'insufficient_balance'
  | 'margin_needed'
>;

/**
 * Replays a debit of a journal: an available balance went to the outside, once per cause. Throws `BrokenInvariant` for
 * a new one.
 */
export function debit(state: ExchangeState, command: Debit, events: Event[]): Done | DebitRejection {
  invariant(state.logicVersion < leavingRulesVersion, 'a debit can only be replayed');
  const { user, accountType: fromType, currency, amount, source, n } = command;
  if (state.causes.debit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'debit', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  state.causes.debit.add(source, n);
  const outside = state.ledger.open(venue, accountType.external, currency);
  state.ledger.post(state.ledger.open(user, fromType, currency), outside, amount);
  events.push({
    type: 'debited',
    user,
    accountType: fromType,
    currency,
    amount,
    source,
    n,
    postings: [
      posting(user, fromType, currency, 0 - amount, 0),
      posting(venue, accountType.external, currency, amount, 0),
    ],
  });
  return done;
}

function refusalOf(state: ExchangeState, command: Debit): DebitRejection | null {
  const { user, accountType: from, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(from)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (state.restrictions.stopsOutflow(user)) return { reason: 'outflow_stopped' };
  // The rules of its versions: the balance and the margin, but neither debts nor unmatured credits.
  return leavingRefusal(state, { user, accountType: from, currency, amount, leaves: 'owed', to: null });
}
