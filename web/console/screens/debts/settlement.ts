import type { DebtRow } from '@bourse/contract/console';
import { compareDecimals, decimalsOf, fromUnits, isDecimal, isZero, toUnits } from '../../../live/decimal.ts';

/** Why an entered payment is not possible: missing, too precise, above the debt, or above the account's balance. */
export type PaymentProblem = 'none' | 'precise' | 'above_debt' | 'above_balance';

/** The problem of an entered payment of a debt; null if there is none. */
export function paymentProblem(
  amount: string,
  { amount: debt, decimals }: Pick<DebtRow, 'amount' | 'decimals'>,
  available: string,
): PaymentProblem | null {
  if (!isDecimal(amount) || isZero(amount) || amount.startsWith('-')) return 'none';
  if (decimalsOf(amount) > decimals) return 'precise';
  if (compareDecimals(amount, debt) > 0) return 'above_debt';
  return compareDecimals(amount, available) > 0 ? 'above_balance' : null;
}

/** The largest possible payment. */
export function largestPayment({ amount: debt }: Pick<DebtRow, 'amount'>, available: string): string {
  return compareDecimals(debt, available) > 0 ? available : debt;
}

/** An amount less another one. */
export function lessened(from: string, by: string, decimals: number): string {
  return fromUnits(toUnits(from, decimals) - toUnits(by, decimals), decimals);
}
