import { isPersonal } from '../ledger/account.ts';
import { isMovable, shortfall } from '../ledger/movable.ts';
import { done } from '../outcome.ts';
import { payDebt } from './pay-debt.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { RepayDebt } from './commands.ts';

type RepayRejection = RejectionFor<
  'account_invalid' | 'currency_unknown' | 'amount_invalid' | 'debt_exceeded' | 'insufficient_balance'
>;

/** Pays a user's debt or a part of it from one of the user's accounts. */
export function repayDebt(state: ExchangeState, command: RepayDebt, events: Event[]): Done | RepayRejection {
  const { user, accountType, currency, amount } = command;
  if (!isPersonal(accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  const debt = state.credits.debts.amount(user, currency);
  if (amount > debt) return { reason: 'debt_exceeded', currency, debt };
  const lack = shortfall(state, user, accountType, currency, amount);
  if (lack !== null) return lack;

  payDebt(state, command, amount, 'user', events);
  return done;
}
