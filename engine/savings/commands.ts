import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, integer, nullable, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** Id of a fixed-term deposit product; never reused. */
export type SavingsProductId = Branded<'SavingsProductId'>;
/** The id of a deposit: consecutive from 1, assigned by the engine in order of acceptance. */
export type DepositId = Branded<'DepositId'>;

export const product = integer<SavingsProductId>(0, Number.MAX_SAFE_INTEGER);
export const deposit = integer<DepositId>(0, Number.MAX_SAFE_INTEGER);

/**
 * The terms of a product. A change affects only new deposits; existing ones keep the terms under which they were
 * accepted.
 */
const terms = {
  /** The currency of a product cannot change. */
  currency,
  /** The principal of one deposit, in the currency's smallest units. */
  amount,
  /** The term in whole days, from the first 00:00 UTC after the lock. */
  days: count,
  /** Simple interest per year, in parts per million of the principal. */
  ratePpm: count,
  /** How many deposits may run at a time, over all users and per user. */
  quota: count,
  userQuota: count,
  /** A closed product accepts no new deposits; active ones continue. */
  state: choice('open', 'closed'),
};
export const savingsTerms = record(terms);
export type SavingsTerms = ValueOf<typeof savingsTerms>;

export const savingsCommands = {
  /** Creates a product, or changes its terms for new deposits. */
  configure_savings_product: decision({ product, ...terms }),
  /**
   * Locks the principal of a deposit: it moves from the change account to the financial account and stays locked there
   * until the deposit matures or is redeemed. The interest for the whole term is reserved in the venue's savings
   * account at the same time. `version` names the terms that the user agreed to; null accepts the current ones.
   */
  lock_savings: request({ priority: 'placement', fields: { product, version: nullable(count) } }),
  /**
   * Ends a deposit of this user before its maturity, at the earliest 24 hours after the lock: the principal becomes
   * available and the interest is forfeited.
   */
  redeem_savings: request({ priority: 'leaving', fields: { deposit } }),
};
type Of<Type extends keyof typeof savingsCommands> = CommandOf<typeof savingsCommands, Type>;
export type ConfigureSavingsProduct = Of<'configure_savings_product'>;
export type LockSavings = Of<'lock_savings'>;
export type RedeemSavings = Of<'redeem_savings'>;
