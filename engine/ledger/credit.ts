import { venue, isUserId } from '../identifiers.ts';
import { absent } from '../absent.ts';
import { accountType } from './account.ts';
import type { Credit } from '../command.ts';
import type { Event } from '../event.ts';
import type { Rejection } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

/** Lets money in from the outside world, once for each cause. A cause that was refused may come again. */
export function credit(state: ExchangeState, command: Credit, events: Event[]): Rejection | null {
  const { user, accountType: toType, currency, amount, source, n } = command;
  if (state.causes.has(source, n)) {
    events.push({ type: 'credit_repeated', source, n });
    return null;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  state.causes.add(source, n);
  const outside = state.ledger.open(venue, accountType.external, currency);
  state.ledger.post(outside, state.ledger.open(user, toType, currency), amount);
  events.push({ type: 'credited', user, accountType: toType, currency, amount, source, n });
  return null;
}

function refusalOf(state: ExchangeState, command: Credit): Rejection | null {
  const { user, currency, amount, source, n } = command;
  if (!isUserId(user) || command.accountType > accountType.financial) return { reason: 'user_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (source === '' || !Number.isSafeInteger(n) || n < 1) return { reason: 'cause_invalid' };
  if (!Number.isSafeInteger(amount) || amount < 1) return { reason: 'amount_invalid' };
  if (amount > roomFor(state, command)) return { reason: 'supply_exceeded', currency };
  return null;
}

/**
 * How much more of the currency may come in. While everything that ever came in, less what left, stays a safe integer,
 * no sum inside can overflow: the outside world's balance is minus the sum of all others.
 */
function roomFor(state: ExchangeState, { currency }: Credit): number {
  const outside = state.ledger.find(venue, accountType.external, currency);
  return Number.MAX_SAFE_INTEGER + (outside === absent ? 0 : state.ledger.available(outside));
}
