import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { DepositId } from './commands.ts';
import type { Deposit } from './state.ts';

/** The kind of the timers that end deposits. */
export const maturity = 'savings_maturity';

/** Sets the timer that ends a deposit. */
export function setMaturityTimer({ timers }: ExchangeState, { maturesAtMs, deposit }: Deposit): void {
  timers.add({ atMs: maturesAtMs, kind: maturity, id: deposit });
}

/** Ends a deposit at its maturity: frees the principal and pays the interest. Does nothing when it was redeemed before. */
export function mature(state: ExchangeState, { id }: Timer, events: Event[]): void {
  const deposit = state.savings.find(id as DepositId);
  if (deposit === undefined) return;
  const { user, currency, amount, interest } = deposit;
  const { financial, savingsHouse } = accountType;
  const { ledger } = state;
  const account = ledger.open(user, financial, currency);
  const house = ledger.open(venue, savingsHouse, currency);
  state.savings.remove(deposit);
  ledger.release(account, amount);
  ledger.release(house, interest);
  ledger.post(house, account, interest);
  const postings = [
    posting(user, financial, currency, amount + interest, 0 - amount),
    posting(venue, savingsHouse, currency, 0, 0 - interest),
  ];
  events.push({ type: 'savings_matured', ...deposit, postings });
}
