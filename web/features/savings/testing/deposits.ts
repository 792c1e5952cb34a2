import type { SavingsLock, SavingsProduct } from '@bourse/contract/savings';

const lockedAt = Date.UTC(2026, 0, 1, 12);
const startsAt = Date.UTC(2026, 0, 2);
const dayMs = 86_400_000;

/**
 * A deposit as sent over the wire: 1,000 USDT for 30 days at 5 %, made at noon on 1 January 2026, with `changes`
 * applied.
 */
export function lockOf(changes: Partial<SavingsLock> = {}): SavingsLock {
  return {
    id: 5_012,
    product_id: 2,
    currency: { id: 3, code: 'USDT' },
    name: 'USDT 30 days',
    number: '1000',
    limit_days: 30,
    display_rate: '5',
    status: 1,
    status_name: 'In force',
    locked_at: lockedAt,
    started: startsAt,
    matures_at: startsAt + 30 * dayMs,
    ended_at: null,
    redeemable_at: lockedAt + dayMs,
    accrued: '0',
    interest: '4.109589',
    remaining_days: 30,
    ...changes,
  };
}

/** The product of such a deposit, with changes. */
export function productOf(changes: Partial<SavingsProduct> = {}): SavingsProduct {
  return {
    id: 2,
    version: 1,
    name: 'USDT 30 days',
    limit_days: 30,
    display_rate: '5',
    limit_number: '1000',
    currency: { id: 3, code: 'USDT' },
    quota_left: 100,
    mine_left: 10,
    interest: '4.109589',
    starts_at: startsAt,
    matures_at: startsAt + 30 * dayMs,
    ...changes,
  };
}
