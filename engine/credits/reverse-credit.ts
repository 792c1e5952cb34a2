import { isUserId, venue } from '../identifiers.ts';
import { payablePart } from '../leaving.ts';
import { accountType as accountTypes, isPersonal, personalAccountTypes } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { done } from '../outcome.ts';
import { dropTimed } from './timed-credits.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { Event } from '../event.ts';
import type { AccountType } from '../ledger/account.ts';
import { type Amount, asAmount } from '../money.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { ReverseCredit } from './commands.ts';
import type { UnmaturedCredit } from './state.ts';

type ReverseRejection = RejectionFor<
  | 'user_invalid'
  | 'account_invalid'
  | 'currency_unknown'
  | 'amount_invalid'
  | 'credit_not_found'
  | 'credit_differs'
  | 'supply_exceeded'
>;

/** The part of a reversed credit that an account pays. */
interface Part {
  readonly accountType: AccountType;
  readonly amount: Amount;
}

/** Takes a credited deposit back, once. The part that the user's accounts lack or need becomes a debt. */
export function reverseCredit(state: ExchangeState, command: ReverseCredit, events: Event[]): Done | ReverseRejection {
  const { type: _type, ...credit } = command;
  const { user, currency, amount, source, n } = credit;
  if (state.causes.reverse_credit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'reverse_credit', source, n });
    return done;
  }
  const timed = state.credits.findTimed(source, n);
  const unmatured = timed ?? state.credits.find(source, n);
  const refusal = refusalOf(state, command, unmatured);
  if (refusal !== null) return refusal;
  const parts = partsOf(state, command);
  const taken = asAmount(parts.reduce((sum, part) => sum + part.amount, 0));
  const debt = asAmount(amount - taken);
  // All debts of a currency add up to a safe integer, so that sums of them need no check.
  if (debt > Number.MAX_SAFE_INTEGER - state.credits.debts.total(currency)) {
    return { reason: 'supply_exceeded', currency };
  }

  state.causes.reverse_credit.add(source, n);
  if (timed !== undefined) dropTimed(state, timed);
  else if (unmatured !== undefined) state.credits.remove(unmatured);
  const postings = take(state, command, parts);
  if (debt > 0) state.credits.debts.add(user, currency, debt);
  events.push({ type: 'credit_reversed', ...credit, taken, debt, postings });
  return done;
}

function refusalOf(
  state: ExchangeState,
  command: ReverseCredit,
  unmatured: UnmaturedCredit | undefined,
): ReverseRejection | null {
  const { user, accountType, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (!state.causes.credit_deposit.has(source, n)) return { reason: 'credit_not_found' };
  return unmatured !== undefined && !isSame(unmatured, command) ? { reason: 'credit_differs' } : null;
}

function isSame(credit: UnmaturedCredit, { user, accountType, currency, amount }: ReverseCredit): boolean {
  return (
    credit.user === user &&
    credit.accountType === accountType &&
    credit.currency === currency &&
    credit.amount === amount
  );
}

/** The parts that the account and then the user's other accounts can pay, in this order. */
function partsOf(state: ExchangeState, { user, accountType, currency, amount }: ReverseCredit): Part[] {
  const parts: Part[] = [];
  let left: number = amount;
  for (const type of [accountType, ...personalAccountTypes.filter((other) => other !== accountType)]) {
    const movement = { user, accountType: type, currency, amount: asAmount(left), leaves: 'owed', to: null } as const;
    const { part } = payablePart(state, movement);
    if (part > 0) parts.push({ accountType: type, amount: part });
    left -= part;
  }
  return parts;
}

/** Takes the parts and returns the postings. */
function take({ ledger }: ExchangeState, { user, currency }: ReverseCredit, parts: readonly Part[]): Posting[] {
  const outside = ledger.open(venue, accountTypes.external, currency);
  const postings: Posting[] = [];
  let taken = 0;
  for (const { accountType, amount } of parts) {
    ledger.post(ledger.open(user, accountType, currency), outside, amount);
    postings.push(posting(user, accountType, currency, 0 - amount, 0));
    taken += amount;
  }
  if (taken > 0) postings.push(posting(venue, accountTypes.external, currency, taken, 0));
  return postings;
}
