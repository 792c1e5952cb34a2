import { venue } from '../identifiers.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { accruedInterest, datesOf } from './interest.ts';
import { setMaturityTimer } from './mature.ts';
import type { Event } from '../event.ts';
import type { Amount } from '../money.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { DepositId, LockSavings } from './commands.ts';
import type { KeptDeposit, SavingsProduct } from './state.ts';

/** The deposit that a request created or ended. */
export interface DepositOutcome extends Accepted {
  readonly type: 'deposit';
  readonly deposit: DepositId;
}

type LockRejection = RejectionFor<
  | 'product_unknown'
  | 'trading_stopped'
  | 'terms_changed'
  | 'product_closed'
  | 'quota_exhausted'
  | 'user_quota_exhausted'
  | 'house_full'
  | 'insufficient_balance'
>;

/** Locks the principal of a product for its term and reserves the interest. */
export function lockSavings(
  state: ExchangeState,
  command: LockSavings,
  events: Event[],
): DepositOutcome | LockRejection {
  const { user } = command;
  const product = state.savings.products.get(command.product);
  if (product === undefined) return { reason: 'product_unknown' };
  if (state.restrictions.stopsTrading(user)) return { reason: 'trading_stopped' };
  const interest = accruedInterest(product, product.days);
  const refusal = refusalOf(state, command, product, interest);
  if (refusal !== null) return refusal;

  const { currency, amount, days, ratePpm } = product;
  const { change, financial, savingsHouse } = accountType;
  const { ledger, savings } = state;
  savings.depositCount += 1;
  const facts = {
    deposit: savings.depositCount as DepositId,
    user,
    product: product.product,
    currency,
    amount,
    days,
    ratePpm,
    interest,
    ...datesOf(state.timeMs, days),
  };
  const deposit: KeptDeposit = { ...facts, sequence: state.sequence };
  const account = ledger.open(user, financial, currency);
  ledger.post(ledger.open(user, change, currency), account, amount);
  ledger.hold(account, amount);
  ledger.hold(ledger.open(venue, savingsHouse, currency), interest);
  savings.add(deposit);
  setMaturityTimer(state, deposit);
  const postings = [
    posting(user, change, currency, 0 - amount, 0),
    posting(user, financial, currency, 0, amount),
    posting(venue, savingsHouse, currency, 0 - interest, interest),
  ];
  events.push({ type: 'savings_locked', ...facts, postings });
  return { type: 'deposit', deposit: deposit.deposit };
}

function refusalOf(
  state: ExchangeState,
  { user, version: agreed }: LockSavings,
  { product, version, currency, amount, quota, userQuota, state: offer }: SavingsProduct,
  interest: Amount,
): LockRejection | null {
  const { savings } = state;
  if (agreed !== null && agreed !== version) return { reason: 'terms_changed', version };
  if (offer === 'closed') return { reason: 'product_closed' };
  if (savings.running(product) >= quota) return { reason: 'quota_exhausted', maximum: quota };
  if (savings.runningOf(user, product) >= userQuota) return { reason: 'user_quota_exhausted', maximum: userQuota };
  const { change, savingsHouse } = accountType;
  const reserved = { user: venue, accountType: savingsHouse, currency, amount: interest, to: null };
  if (leavingRefusal(state, { ...reserved, leaves: 'venue' }) !== null) return { reason: 'house_full' };
  return leavingRefusal(state, { user, accountType: change, currency, amount, leaves: 'trade', to: null });
}
