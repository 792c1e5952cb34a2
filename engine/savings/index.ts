import type { Reader } from '../exchange.ts';
import type { Deposit, SavingsProduct } from './state.ts';

export { accruedInterest, dayMs, daysAccrued, datesOf, type InterestTerms } from './interest.ts';
export type {
  ConfigureSavingsProduct,
  DepositId,
  LockSavings,
  RedeemSavings,
  SavingsProductId,
  SavingsTerms,
} from './commands.ts';
export { savingsTerms } from './commands.ts';
export { invalidProductField } from './configure-product.ts';
export { depositId, savingsProductId } from './identifiers.ts';
export type { SavingsLocked, SavingsMatured, SavingsProductConfigured, SavingsRedeemed } from './events.ts';
export type { DepositOutcome } from './lock-savings.ts';
export type { Deposit, SavingsProduct } from './state.ts';

/** The products by id, for `exchange.read`. */
export const savingsProducts: Reader<readonly SavingsProduct[]> = ({ savings }) => savings.offered();

/** The active deposits by id, for `exchange.read`. */
export const openDeposits: Reader<Iterable<Deposit>> = ({ savings }) => savings.deposits();
