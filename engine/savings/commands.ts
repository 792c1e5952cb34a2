import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, integer, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** Names a fixed-term deposit product, for good. */
export type SavingsProductId = Branded<'SavingsProductId'>;
/** Dense, from 1, given by the engine in order of acceptance. */
export type DepositId = Branded<'DepositId'>;

export const product = integer<SavingsProductId>(0, Number.MAX_SAFE_INTEGER);
export const deposit = integer<DepositId>(0, Number.MAX_SAFE_INTEGER);

/** The terms of a product. A change concerns deposits to come: each deposit keeps the terms of its acceptance. */
const terms = {
  /** Stays as it was given first. */
  currency,
  /** The principal of one deposit, in the currency's smallest units. */
  amount,
  /** The term in whole days, from the first 00:00 UTC after the lock. */
  days: count,
  /** Simple interest a year, in parts per million of the principal. */
  ratePpm: count,
  /** How many deposits of it may run at a time, of all users and of one. */
  quota: count,
  userQuota: count,
  /** A closed product takes no further deposits; those that run go on. */
  state: choice('open', 'closed'),
};
export const savingsTerms = record(terms);
export type SavingsTerms = ValueOf<typeof savingsTerms>;

export const savingsCommands = {
  /** Offers a product, or changes its terms for deposits to come. */
  configure_savings_product: decision({ product, ...terms }),
  /**
   * Locks the principal of a product: from the change account into the financial account, where it stays locked until
   * the deposit matures or is redeemed. The interest of the whole term is reserved in the venue's savings account at
   * once.
   */
  lock_savings: request({ priority: 'placement', fields: { product } }),
  /**
   * Ends a deposit of this user before its maturity, from 24 hours after the lock on: the principal is free, the
   * interest is forfeited.
   */
  redeem_savings: request({ priority: 'leaving', fields: { deposit } }),
};
type Of<Type extends keyof typeof savingsCommands> = CommandOf<typeof savingsCommands, Type>;
export type ConfigureSavingsProduct = Of<'configure_savings_product'>;
export type LockSavings = Of<'lock_savings'>;
export type RedeemSavings = Of<'redeem_savings'>;
