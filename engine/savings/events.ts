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
  /** The interest of the whole term: paid at maturity, forfeited by redemption. */
  interest: amount,
  lockedAtMs: count,
  /** The first 00:00 UTC after the lock, from which interest accrues day by day. */
  startsAtMs: count,
  maturesAtMs: count,
  redeemableAtMs: count,
};

export const savingsEvents = {
  /** `version` 1, 2, … counts the changes of this product; `before` is null at first. */
  savings_product_configured: event({
    product,
    version: count,
    before: nullable(savingsTerms),
    after: savingsTerms,
    ...audit,
  }),
  savings_locked: moneyEvent({ cause: 'savings', id: 'deposit' }, wholeDeposit, 'user'),
  /** The term is over: the principal is free and the interest paid. */
  savings_matured: moneyEvent({ cause: 'savings_interest', id: 'deposit' }, wholeDeposit, 'user'),
  /** Ended early by its owner: the principal is free, the interest is forfeited. */
  savings_redeemed: moneyEvent({ cause: 'savings', id: 'deposit' }, wholeDeposit, 'user'),
};
type Of<Type extends keyof typeof savingsEvents> = EventOf<typeof savingsEvents, Type>;
export type SavingsProductConfigured = Of<'savings_product_configured'>;
export type SavingsLocked = Of<'savings_locked'>;
export type SavingsMatured = Of<'savings_matured'>;
export type SavingsRedeemed = Of<'savings_redeemed'>;
