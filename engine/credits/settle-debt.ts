import { isOperatorId, isUserId, venue } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { isCause } from '../ledger/causes.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { SettleDebt } from './commands.ts';

type SettleDebtRejection =
  | RejectionFor<
      | 'operator_invalid'
      | 'user_invalid'
      | 'account_invalid'
      | 'currency_unknown'
      | 'cause_invalid'
      | 'amount_invalid'
      | 'debt_exceeded'
    >
  | LeavingRejection<'venue'>;

/** Pays a user's debt or a part of it with the venue's money, once per cause. A refused cause may be used again. */
export function settleDebt(state: ExchangeState, command: SettleDebt, events: Event[]): Done | SettleDebtRejection {
  const { user, from, currency, amount, source, n, operator, cause } = command;
  if (state.causes.settle_debt.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'settle_debt', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { credits, ledger } = state;
  state.causes.settle_debt.add(source, n);
  credits.debts.add(user, currency, 0 - amount);
  ledger.post(ledger.open(venue, from, currency), ledger.open(venue, accountType.external, currency), amount);
  const left = credits.debts.amount(user, currency);
  events.push({
    type: 'debt_settled',
    user,
    from,
    currency,
    amount,
    left,
    source,
    n,
    operator,
    cause,
    postings: [
      posting(venue, from, currency, 0 - amount, 0),
      posting(venue, accountType.external, currency, amount, 0),
    ],
  });
  return done;
}

function refusalOf(state: ExchangeState, command: SettleDebt): SettleDebtRejection | null {
  const { user, from, currency, amount, source, n, operator } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (from !== accountType.insurance && from !== accountType.treasury) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  const debt = state.credits.debts.amount(user, currency);
  if (amount > debt) return { reason: 'debt_exceeded', currency, debt };
  return leavingRefusal(state, { user: venue, accountType: from, currency, amount, leaves: 'venue', to: null });
}
