import { owedRefusal, payablePart } from '../leaving.ts';
import { isPersonal } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { payDebt } from './pay-debt.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { Amount } from '../money.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { RepayDebt } from './commands.ts';

type RepayRejection =
  | RejectionFor<'account_invalid' | 'currency_unknown' | 'amount_invalid' | 'debt_exceeded'>
  | LeavingRejection<'owed'>;

/** A payment of a debt: its amount, and the rest of the debt. */
interface RepaymentOutcome extends Accepted {
  readonly type: 'repayment';
  readonly amount: Amount;
  readonly left: Amount;
}

/** Pays a user's debt or a part of it from one of the user's accounts. */
export function repayDebt(
  state: ExchangeState,
  command: RepayDebt,
  events: Event[],
): RepaymentOutcome | RepayRejection {
  const { user, accountType, currency } = command;
  if (!isPersonal(accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (command.amount !== null && !isMovable(command.amount)) return { reason: 'amount_invalid' };
  const debt = state.credits.debts.amount(user, currency);
  const wanted = command.amount ?? debt;
  if (wanted > debt || debt === 0) return { reason: 'debt_exceeded', currency, debt };
  const movement = { user, accountType, currency, amount: wanted, leaves: 'owed', to: null } as const;
  const refusal = command.amount === null ? null : owedRefusal(state, movement);
  if (refusal !== null) return refusal;
  const { part, refusal: rest } = payablePart(state, movement);
  if (rest !== null && part === 0) return rest;

  payDebt(state, command, part, 'user', events);
  return { type: 'repayment', amount: part, left: state.credits.debts.amount(user, currency) };
}
