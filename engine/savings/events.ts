import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { nullable } from '../declaration/value-type.ts';
import { amount, audit, count, currency, user } from '../declaration/vocabulary.ts';
import { deposit, product, savingsTerms } from './commands.ts';

/** A deposit with its terms. Times are epoch milliseconds of the journal. */
const wholeDeposit = {
  deposit,
  user,
  product,
  currency,
  /** The principal. */
  amount,
  days: count,
  ratePpm: count,
  /** The interest for the whole term: paid at maturity, forfeited on redemption. */
  interest: amount,
  lockedAtMs: count,
  /** The first 00:00 UTC after the lock; from then on interest accrues daily. */
  startsAtMs: count,
  maturesAtMs: count,
  redeemableAtMs: count,
};

export const savingsEvents = {
  /** `version` counts the changes of this product from 1; `before` is null for the first. */
  savings_product_configured: event({
    product,
    version: count,
    before: nullable(savingsTerms),
    after: savingsTerms,
    ...audit,
  }),
  savings_locked: moneyEvent({ cause: 'savings', id: 'deposit' }, wholeDeposit, 'user'),
  /** The term has ended: the principal is available and the interest paid. */
  savings_matured: moneyEvent({ cause: 'savings_interest', id: 'deposit' }, wholeDeposit, 'user'),
  /** Ended early by the user: the principal is available, the interest is forfeited. */
  savings_redeemed: moneyEvent({ cause: 'savings', id: 'deposit' }, wholeDeposit, 'user'),
};
type Of<Type extends keyof typeof savingsEvents> = EventOf<typeof savingsEvents, Type>;
export type SavingsProductConfigured = Of<'savings_product_configured'>;
export type SavingsLocked = Of<'savings_locked'>;
export type SavingsMatured = Of<'savings_matured'>;
export type SavingsRedeemed = Of<'savings_redeemed'>;
