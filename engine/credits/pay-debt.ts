import { venue } from '../identifiers.ts';
import { accountType as accountTypes } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import type { Event } from '../event.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import { type Amount, asAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { DebtRepaid } from './events.ts';

interface Payer {
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
}

/** An amount that an account received from outside, from another user or from the venue. */
export interface Credited extends Payer {
  readonly amount: Amount;
}

/** Pays the user's debt in the currency, as far as a credit reaches. */
export function payDebtFromCredit(state: ExchangeState, credited: Credited, events: Event[]): void {
  const { user, currency, amount } = credited;
  if (!state.credits.debts.has(user)) return;
  const debt = state.credits.debts.amount(user, currency);
  const paid = Math.min(debt, amount);
  if (paid > 0) payDebt(state, credited, asAmount(paid), 'credit', events);
}

/** Pays an amount of the debt, which must not exceed it, from an available balance. */
export function payDebt(
  { credits, ledger }: ExchangeState,
  { user, accountType, currency }: Payer,
  amount: Amount,
  by: DebtRepaid['by'],
  events: Event[],
): void {
  credits.debts.add(user, currency, 0 - amount);
  const outside = ledger.open(venue, accountTypes.external, currency);
  ledger.post(ledger.open(user, accountType, currency), outside, amount);
  events.push({
    type: 'debt_repaid',
    user,
    accountType,
    currency,
    amount,
    left: credits.debts.amount(user, currency),
    by,
    postings: [
      posting(user, accountType, currency, 0 - amount, 0),
      posting(venue, accountTypes.external, currency, amount, 0),
    ],
  });
}
