import { isUserId, venue } from '../identifiers.ts';
import { arrived } from '../leaving.ts';
import { accountType, isPersonal } from './account.ts';
import { isCause } from './causes.ts';
import { isMovable, oversupply } from './movable.ts';
import { posting } from './posting.ts';
import { done } from '../outcome.ts';
import type { Done } from '../outcome.ts';
import type { Credit } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

type CreditRejection = RejectionFor<
  'user_invalid' | 'account_invalid' | 'currency_unknown' | 'cause_invalid' | 'amount_invalid' | 'supply_exceeded'
>;

/** Credits an account from outside, once per cause. A refused cause may be used again. */
export function credit(state: ExchangeState, command: Credit, events: Event[]): Done | CreditRejection {
  const { user, accountType: toType, currency, amount, source, n } = command;
  if (state.causes.credit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'credit', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  state.causes.credit.add(source, n);
  const outside = state.ledger.open(venue, accountType.external, currency);
  state.ledger.post(outside, state.ledger.open(user, toType, currency), amount);
  events.push({
    type: 'credited',
    user,
    accountType: toType,
    currency,
    amount,
    source,
    n,
    postings: [
      posting(venue, accountType.external, currency, 0 - amount, 0),
      posting(user, toType, currency, amount, 0),
    ],
  });
  arrived(state, { user, accountType: toType, currency, amount }, events);
  return done;
}

function refusalOf(state: ExchangeState, command: Credit): CreditRejection | null {
  const { user, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(command.accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  return oversupply(state, currency, amount);
}
