import { isPersonal } from './account.ts';
import { isMovable, shortfall } from './movable.ts';
import type { Transfer } from '../command.ts';
import type { Event } from '../event.ts';
import type { Rejection } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

/** Moves what is available from one account of a user to another, at once. What orders and holds lock stays where it is. */
export function transfer(state: ExchangeState, command: Transfer, events: Event[]): Rejection | null {
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { user, currency, amount, from, to } = command;
  const { ledger } = state;
  ledger.post(ledger.open(user, from, currency), ledger.open(user, to, currency), amount);
  events.push({ type: 'transferred', user, currency, amount, from, to });
  return null;
}

function refusalOf(state: ExchangeState, { user, currency, amount, from, to }: Transfer): Rejection | null {
  if (!isPersonal(from) || !isPersonal(to) || from === to) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  return shortfall(state, user, from, currency, amount);
}
