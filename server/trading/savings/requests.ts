import type { CallInput } from '@bourse/contract';
import type { lockSavings, redeemSavings } from '@bourse/contract/savings';
import type { RejectionOf } from '@bourse/engine';
import { type DepositId, depositId, type LockSavings, type SavingsProduct } from '@bourse/engine/savings';
import { unitsText, type Views } from '../../ground/feed/index.ts';
import { type AnswerTo, done, type Member, refused, repeated } from '../../ground/gateway/index.ts';
import type { DepositState } from './deposit-state.ts';
import type { OwnDeposits } from './own-deposits.ts';
import { savingsView } from './savings-view.ts';
import { lockOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';

/** Dependencies of requests about deposits. */
export interface RequestParts extends With<'requests' | 'views'> {
  readonly deposits: OwnDeposits;
}

/** Makes a deposit. A repeated idempotency key returns the first answer. */
export async function lock(
  { requests, views, deposits }: RequestParts,
  { id, version }: CallInput<typeof lockSavings>,
  member: Member,
): Promise<AnswerTo<typeof lockSavings>> {
  const { user, language, requestKey } = member;
  const product = savingsView.of(views).findProduct(Number(id));
  if (product === undefined) return refused('product_unknown');
  const command: LockSavings = {
    type: 'lock_savings',
    user,
    product: product.product,
    version: version === undefined ? null : Number(version),
    requestKey,
  };
  const { sequence, outcome } = await requests.submit(command, member);
  const answer = async (deposit: DepositId, atSequence: number) => {
    const made: DepositState = { ...(await deposits.find(user, deposit)), end: null };
    return done(lockOnWire(made, made.lockedAtMs, views.listings, language), { sequence: atSequence });
  };
  if (outcome.type === 'rejected') return lockRefusal(outcome.rejection, product, views);
  if (outcome.type === 'deposit') return answer(outcome.deposit, sequence);
  const { first, firstSequence } = outcome;
  return repeated(await answer(first.deposit, firstSequence));
}

/** Redeems a deposit. A repeated idempotency key returns the first answer. */
export async function redeem(
  { requests, views, deposits }: RequestParts,
  { id }: CallInput<typeof redeemSavings>,
  member: Member,
): Promise<AnswerTo<typeof redeemSavings>> {
  const { user, language, requestKey } = member;
  if (Number(id) < 1) return refused('deposit_unknown');
  const deposit = depositId(Number(id));
  const { sequence, outcome } = await requests.submit({ type: 'redeem_savings', user, deposit, requestKey }, member);
  const answer = async (atSequence: number) => {
    const ended = await deposits.find(user, deposit);
    return done(lockOnWire(ended, views.timeMs, views.listings, language), { sequence: atSequence });
  };
  if (outcome.type === 'rejected') return redeemRefusal(outcome.rejection);
  if (outcome.type === 'deposit') return answer(sequence);
  return repeated(await answer(outcome.firstSequence));
}

function lockRefusal(
  rejection: RejectionOf<'lock_savings'>,
  product: SavingsProduct,
  { listings }: Views,
): AnswerTo<typeof lockSavings> {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'product_unknown':
    case 'trading_stopped':
    case 'terms_changed':
    case 'product_closed':
    case 'quota_exhausted':
      return refused(rejection.reason);
    case 'user_quota_exhausted':
      return refused('user_quota_exhausted', { maximum: rejection.maximum });
    case 'house_full':
      return refused('savings_house_full');
    case 'insufficient_balance': {
      const currency = listings.currency(product.currency);
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}

function redeemRefusal(rejection: RejectionOf<'redeem_savings'>): AnswerTo<typeof redeemSavings> {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'deposit_not_found':
      return refused('deposit_unknown');
    case 'redeem_too_early':
      return refused('redeem_too_early', { from: minuteText(rejection.fromMs) });
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
