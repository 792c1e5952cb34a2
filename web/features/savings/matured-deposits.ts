import type { SavingsLock } from '@bourse/contract/savings';
import Big from 'big.js';
import { payout } from './deposit-days.ts';

/** An amount of one currency. */
export interface Paid {
  readonly amount: string;
  readonly currency: string;
}

/** The payouts of matured deposits, one sum for each currency in order of appearance. */
export function paidTogether(locks: readonly SavingsLock[]): readonly Paid[] {
  const sums = new Map<string, Big>();
  for (const lock of locks) {
    const { code } = lock.currency;
    sums.set(code, (sums.get(code) ?? new Big(0)).plus(payout(lock)));
  }
  return [...sums].map(([currency, amount]) => ({ amount: amount.toFixed(), currency }));
}
