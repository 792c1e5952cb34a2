import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { mature, maturity } from './mature.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { RedeemSavings } from './commands.ts';
import type { DepositOutcome } from './lock-savings.ts';

/**
 * Ends a deposit early: makes the principal available and frees the reserved interest. A deposit whose term is over is
 * paid as at maturity.
 */
export function redeemSavings(
  state: ExchangeState,
  { user, deposit: id }: RedeemSavings,
  events: Event[],
): DepositOutcome | RejectionFor<'deposit_not_found' | 'redeem_too_early'> {
  const deposit = state.savings.find(id);
  if (deposit?.user !== user) return { reason: 'deposit_not_found' };
  const { sequence: _sequence, ...facts } = deposit;
  const { currency, amount, interest, maturesAtMs, redeemableAtMs } = deposit;
  if (state.timeMs >= maturesAtMs) {
    // The deposit's maturity timer is due but still waits behind other due work: the interest is earned, and nothing is
    // forfeited.
    state.timers.remove(maturity, id);
    mature(state, deposit, events);
    return { type: 'deposit', deposit: id };
  }
  if (state.timeMs < redeemableAtMs) return { reason: 'redeem_too_early', fromMs: redeemableAtMs };

  const { financial, savingsHouse } = accountType;
  const { ledger } = state;
  state.savings.remove(deposit);
  state.timers.remove(maturity, id);
  ledger.release(ledger.open(user, financial, currency), amount);
  ledger.release(ledger.open(venue, savingsHouse, currency), interest);
  const postings = [
    posting(user, financial, currency, amount, 0 - amount),
    posting(venue, savingsHouse, currency, interest, 0 - interest),
  ];
  events.push({ type: 'savings_redeemed', ...facts, postings });
  return { type: 'deposit', deposit: id };
}
