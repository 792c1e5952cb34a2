import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { RedeemSavings } from './commands.ts';
import type { DepositOutcome } from './lock-savings.ts';

/** Ends a deposit early: frees the principal, and what was reserved for its interest. */
export function redeemSavings(
  state: ExchangeState,
  { user, deposit: id }: RedeemSavings,
  events: Event[],
): DepositOutcome | RejectionFor<'deposit_not_found' | 'redeem_too_early'> {
  const deposit = state.savings.find(id);
  if (deposit?.user !== user) return { reason: 'deposit_not_found' };
  const { currency, amount, interest, redeemableAtMs } = deposit;
  if (state.timeMs < redeemableAtMs) return { reason: 'redeem_too_early', fromMs: redeemableAtMs };

  const { financial, savingsHouse } = accountType;
  const { ledger } = state;
  state.savings.remove(deposit);
  ledger.release(ledger.open(user, financial, currency), amount);
  ledger.release(ledger.open(venue, savingsHouse, currency), interest);
  const postings = [
    posting(user, financial, currency, amount, 0 - amount),
    posting(venue, savingsHouse, currency, interest, 0 - interest),
  ];
  events.push({ type: 'savings_redeemed', ...deposit, postings });
  return { type: 'deposit', deposit: id };
}
