import { isUserId } from '../identifiers.ts';
import { arrived, leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { isCause } from '../ledger/causes.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { Send } from './commands.ts';

const { change } = accountType;

type SendRejection =
  | RejectionFor<'user_invalid' | 'receiver_invalid' | 'currency_unknown' | 'cause_invalid' | 'amount_invalid'>
  | RejectionFor<'receiver_restricted'>
  | LeavingRejection<'person'>;

/** Sends coins to another user, once per request. A refused request may be used again. They may leave at once. */
export function send(state: ExchangeState, command: Send, events: Event[]): Done | SendRejection {
  const { type: _type, ...terms } = command;
  const { user, toUser, currency, amount, source, n } = terms;
  if (state.causes.send.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'send', source, n });
    return done;
  }
  const refusal = refusalOf(state, command);
  if (refusal !== null) return refusal;

  const { ledger } = state;
  state.causes.send.add(source, n);
  ledger.post(ledger.open(user, change, currency), ledger.open(toUser, change, currency), amount);
  events.push({
    type: 'sent',
    ...terms,
    postings: [posting(user, change, currency, 0 - amount, 0), posting(toUser, change, currency, amount, 0)],
  });
  arrived(state, { user: toUser, accountType: change, currency, amount }, events);
  return done;
}

function refusalOf(state: ExchangeState, command: Send): SendRejection | null {
  const { user, toUser, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isUserId(toUser) || toUser === user) return { reason: 'receiver_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (state.restrictions.stopsOutflow(toUser)) return { reason: 'receiver_restricted' };
  return leavingRefusal(state, { user, accountType: change, currency, amount, leaves: 'person', to: null });
}
