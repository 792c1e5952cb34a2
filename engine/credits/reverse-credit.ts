import { absent } from '../absent.ts';
import { isUserId, venue } from '../identifiers.ts';
import { accountType as accountTypes, isPersonal, personalAccountTypes } from '../ledger/account.ts';
import { isMovable } from '../ledger/movable.ts';
import { posting } from '../ledger/posting.ts';
import { done } from '../outcome.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { Event } from '../event.ts';
import type { Amount } from '../money.ts';
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

/** Takes a credited deposit back, once. The part that the user's accounts lack becomes a debt. */
export function reverseCredit(state: ExchangeState, command: ReverseCredit, events: Event[]): Done | ReverseRejection {
  const { type: _type, ...credit } = command;
  const { user, currency, amount, source, n } = credit;
  if (state.causes.reverse_credit.has(source, n)) {
    events.push({ type: 'cause_repeated', command: 'reverse_credit', source, n });
    return done;
  }
  const unmatured = state.credits.find(source, n);
  const available = availableOf(state, command);
  const refusal = refusalOf(state, command, unmatured, available);
  if (refusal !== null) return refusal;

  state.causes.reverse_credit.add(source, n);
  if (unmatured !== undefined) state.credits.remove(unmatured);
  const postings = take(state, command);
  const taken = Math.min(available, amount) as Amount;
  const debt = (amount - taken) as Amount;
  if (debt > 0) state.credits.debts.add(user, currency, debt);
  events.push({ type: 'credit_reversed', ...credit, taken, debt, postings });
  return done;
}

function refusalOf(
  state: ExchangeState,
  command: ReverseCredit,
  unmatured: UnmaturedCredit | undefined,
  available: number,
): ReverseRejection | null {
  const { user, accountType, currency, amount, source, n } = command;
  if (!isUserId(user)) return { reason: 'user_invalid' };
  if (!isPersonal(accountType)) return { reason: 'account_invalid' };
  if (!state.currencies.has(currency)) return { reason: 'currency_unknown' };
  if (!isMovable(amount)) return { reason: 'amount_invalid' };
  if (!state.causes.credit_deposit.has(source, n)) return { reason: 'credit_not_found' };
  if (unmatured !== undefined && !isSame(unmatured, command)) return { reason: 'credit_differs' };
  // All debts of a currency add up to a safe integer, so that sums of them need no check.
  const isTooMuch = amount - available > Number.MAX_SAFE_INTEGER - state.credits.debts.total(currency);
  return isTooMuch ? { reason: 'supply_exceeded', currency } : null;
}

function isSame(credit: UnmaturedCredit, { user, accountType, currency, amount }: ReverseCredit): boolean {
  return (
    credit.user === user &&
    credit.accountType === accountType &&
    credit.currency === currency &&
    credit.amount === amount
  );
}

/** The sum that is available in the user's accounts. The supply limit keeps the sum a safe integer. */
function availableOf({ ledger }: ExchangeState, { user, currency }: ReverseCredit): number {
  return personalAccountTypes.reduce((sum, type) => {
    const account = ledger.find(user, type, currency);
    return account === absent ? sum : sum + ledger.available(account);
  }, 0);
}

/** Takes up to the amount from the account, then from the user's other accounts, and returns the postings. */
function take({ ledger }: ExchangeState, { user, accountType, currency, amount }: ReverseCredit): Posting[] {
  const outside = ledger.open(venue, accountTypes.external, currency);
  const postings: Posting[] = [];
  let left: number = amount;
  for (const type of [accountType, ...personalAccountTypes.filter((other) => other !== accountType)]) {
    const account = ledger.find(user, type, currency);
    const part = account === absent ? 0 : Math.min(left, ledger.available(account));
    if (account === absent || part === 0) continue;
    ledger.post(account, outside, part as Amount);
    postings.push(posting(user, type, currency, 0 - part, 0));
    left -= part;
  }
  if (left < amount) postings.push(posting(venue, accountTypes.external, currency, amount - left, 0));
  return postings;
}
