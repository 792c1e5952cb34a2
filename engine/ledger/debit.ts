import { isUserId, venue } from '../identifiers.ts';
import { accountType, isPersonal } from './account.ts';
import { isCause } from './causes.ts';
import { isMovable, shortfall } from './movable.ts';
import type { Debit } from '../command.ts';
import type { Event } from '../event.ts';
import type { Rejection } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

/** Lets available money out to the outside world, once for each cause. A cause that was refused may come again. */
export function debit(state: ExchangeState, command: Debit, events: Event[]): Rejection | null {
  const { user, accountType: fromType, currency, amount, source, n } = command;
  if (state.causes.debit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'debit', source, n });
    return null;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  state.causes.debit.add(source, n);
  const outside = state.ledger.open(venue, accountType.external, currency);
  state.ledger.post(state.ledger.open(user, fromType, currency), outside, amount);
  events.push({ type: 'debited', user, accountType: fromType, currency, amount, source, n });
  return null;
}

function refusalOf(state: ExchangeState, command: Debit): Rejection | null {
  const { user, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(command.accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  return shortfall(state, user, command.accountType, currency, amount);
}
