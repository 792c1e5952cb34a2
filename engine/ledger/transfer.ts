import { leavingRefusal } from '../leaving.ts';
import { leavingRulesVersion } from '../logic-version.ts';
import { isPersonal } from './account.ts';
import { isMovable } from './movable.ts';
import { posting } from './posting.ts';
import type { TransferOutcome } from '../outcome.ts';
import type { Transfer } from './commands.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

type TransferRejection =
  | RejectionFor<'account_invalid' | 'currency_unknown' | 'amount_invalid'>
  | LeavingRejection<'account'>;

/** Moves available money between two accounts of a user. Money locked by orders and holds cannot be moved. */
export function transfer(
  state: ExchangeState,
  command: Transfer,
  events: Event[],
): TransferOutcome | TransferRejection {
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { user, currency, amount, from, to } = command;
  const { ledger } = state;
  ledger.post(ledger.open(user, from, currency), ledger.open(user, to, currency), amount);
  events.push({
    type: 'transferred',
    user,
    currency,
    amount,
    from,
    to,
    postings: [posting(user, from, currency, 0 - amount, 0), posting(user, to, currency, amount, 0)],
  });
  return { type: 'transfer' };
}

function refusalOf(state: ExchangeState, { user, currency, amount, from, to }: Transfer): TransferRejection | null {
  if (!isPersonal(from) || !isPersonal(to) || from === to) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  const movement = { user, accountType: from, currency, amount };
  // Older versions did not check debts and unmatured credits.
  if (state.logicVersion < leavingRulesVersion) return leavingRefusal(state, { ...movement, leaves: 'owed', to: null });
  return leavingRefusal(state, { ...movement, leaves: 'account', to });
}
