import { venue } from '../identifiers.ts';
import { invariant } from '../invariant.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { DepositId } from './commands.ts';
import type { KeptDeposit } from './state.ts';

/** The kind of timer that ends deposits at maturity. */
export const maturity = 'savings_maturity';

/** Sets the timer that ends a deposit. */
export function setMaturityTimer({ timers }: ExchangeState, { maturesAtMs, sequence, deposit }: KeptDeposit): void {
  timers.add({ atMs: maturesAtMs, sequence, kind: maturity, id: deposit });
}

/** Handles a maturity timer that fires. */
export function matureDue(state: ExchangeState, { id }: Timer, events: Event[]): void {
  const deposit = state.savings.find(id as DepositId);
  invariant(deposit !== undefined, 'an ended deposit must have no timer');
  mature(state, deposit, events);
}

/** Ends a deposit whose term is over: makes the principal available and pays the interest. */
export function mature(state: ExchangeState, deposit: KeptDeposit, events: Event[]): void {
  const { sequence: _sequence, ...facts } = deposit;
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
  events.push({ type: 'savings_matured', ...facts, postings });
}
