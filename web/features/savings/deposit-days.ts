import { savingsStatus, type SavingsLock } from '@bourse/contract/savings';
import Big from 'big.js';

const dayMs = 86_400_000;

/** Days of interest that have passed. */
export function daysPassed({ limit_days: days, remaining_days: left }: SavingsLock): number {
  return days - left;
}

/** Interest of the first day, cut to the decimals that the interest of the whole term has. */
export function firstDayInterest({ number, display_rate: rate, interest }: SavingsLock): string {
  const decimals = interest.split('.')[1]?.length ?? 0;
  return new Big(number).times(rate).div(36_500).round(decimals, Big.roundDown).toFixed();
}

/** Whether a deposit may be redeemed before it matures, at a time of the server. */
export function isRedeemable({ status, redeemable_at: from }: SavingsLock, nowMs: number): boolean {
  return status === savingsStatus.inForce && nowMs >= from;
}

/**
 * When something about these deposits changes next by time alone: a day ends, or one becomes redeemable. Null for none.
 */
export function nextChangeMs(locks: readonly SavingsLock[], nowMs: number): number | null {
  const running = locks.filter(({ status }) => status === savingsStatus.inForce);
  if (running.length === 0) return null;
  const midnight = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.min(midnight, ...running.map(({ redeemable_at: from }) => from).filter((from) => from > nowMs));
}

/** What of an amount a balance lacks; null when it suffices. */
export function shortage(amount: string, available: string): string | null {
  const missing = new Big(amount).minus(available);
  return missing.gt(0) ? missing.toFixed() : null;
}
