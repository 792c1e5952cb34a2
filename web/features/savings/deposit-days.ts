import { savingsStatus, type SavingsLock } from '@bourse/contract/savings';
import Big from 'big.js';

const dayMs = 86_400_000;

/** Amount and interest together, which a deposit pays when it matures. */
export function payout({ number, interest }: SavingsLock): string {
  return new Big(number).plus(interest).toFixed();
}

/** The number of interest days that have passed. */
export function daysPassed({ limit_days: days, remaining_days: left }: SavingsLock): number {
  return days - left;
}

/** The interest of the first day, truncated to the decimals of the term's total interest. */
export function firstDayInterest({ number, display_rate: rate, interest }: SavingsLock): string {
  const decimals = interest.split('.')[1]?.length ?? 0;
  return new Big(number).times(rate).div(36_500).round(decimals, Big.roundDown).toFixed();
}

/** Whether a deposit may be redeemed early at a server time. */
export function isRedeemable({ status, redeemable_at: from }: SavingsLock, nowMs: number): boolean {
  return status === savingsStatus.inForce && nowMs >= from;
}

/**
 * The next time at which these deposits change by time alone: a day ends, or one becomes redeemable. Null when none is
 * in force.
 */
export function nextChangeMs(locks: readonly SavingsLock[], nowMs: number): number | null {
  const running = locks.filter(({ status }) => status === savingsStatus.inForce);
  if (running.length === 0) return null;
  const midnight = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.min(midnight, ...running.map(({ redeemable_at: from }) => from).filter((from) => from > nowMs));
}

/** The part of an amount that a balance lacks; null when it suffices. */
export function shortage(amount: string, available: string): string | null {
  const missing = new Big(amount).minus(available);
  return missing.gt(0) ? missing.toFixed() : null;
}
