import { exposureRoom } from '../escrow/exposure.ts';
import { isUserId, venue } from '../identifiers.ts';
import { arrived } from '../leaving.ts';
import { accountType, isPersonal } from '../ledger/account.ts';
import { isCause } from '../ledger/causes.ts';
import { isMovable, oversupply } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { CreditDeposit } from './commands.ts';

export type DepositRejection = RejectionFor<
  'user_invalid' | 'account_invalid' | 'currency_unknown' | 'cause_invalid' | 'amount_invalid' | 'supply_exceeded'
>;

/** A deposit to a user's account. */
type Deposited = Omit<CreditDeposit, 'type' | 'matured'>;

/** Credits a deposit, once per cause. A refused cause may be used again. */
export function creditDeposit(
  state: ExchangeState,
  { type: _type, matured, ...deposit }: CreditDeposit,
  events: Event[],
): Done | DepositRejection {
  return creditOnce(state, { ...deposit, matured }, events, () => {
    if (matured) events.push({ type: 'credit_matured', ...deposit });
    else state.credits.add(deposit);
  });
}

/** Credits a deposit once per cause, in whichever command it is repeated; `credited` notes when it matures. */
export function creditOnce(
  state: ExchangeState,
  { matured, ...deposit }: Deposited & { readonly matured: boolean },
  events: Event[],
  credited: () => void,
): Done | DepositRejection {
  const { user, accountType: toType, currency, amount, source, n } = deposit;
  if (state.causes.credit_deposit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'credit_deposit', source, n });
    return done;
  }
  const refusal = refusalOf(state, deposit, matured);
  if (refusal !== null) return refusal;

  state.causes.credit_deposit.add(source, n);
  const outside = state.ledger.open(venue, accountType.external, currency);
  state.ledger.post(outside, state.ledger.open(user, toType, currency), amount);
  const postings = [
    posting(venue, accountType.external, currency, 0 - amount, 0),
    posting(user, toType, currency, amount, 0),
  ];
  events.push({ type: 'deposit_credited', ...deposit, matured, postings });
  credited();
  arrived(state, deposit, events);
  return done;
}

function refusalOf(state: ExchangeState, deposit: Deposited, matured: boolean): DepositRejection | null {
  const { user, currency, amount, source, n } = deposit;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(deposit.accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isCause(source, n)) return { reason: 'cause_invalid' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  const isTooMuch = !matured && amount > exposureRoom(state, currency);
  return isTooMuch ? { reason: 'supply_exceeded', currency } : oversupply(state, currency, amount);
}
