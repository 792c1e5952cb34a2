import { describe, expect, it } from 'vitest';
import { daysPassed, firstDayInterest, isRedeemable, nextChangeMs, payout, shortage } from './deposit-days.ts';
import { lockOf } from './testing/deposits.ts';

const hourMs = 3_600_000;
const lockedAtMs = Date.UTC(2026, 0, 1, 12);
const midnightMs = Date.UTC(2026, 0, 2);

it('a deposit pays the exact sum of amount and interest at maturity', () => {
  expect(payout(lockOf({ number: '0.1', interest: '0.2' }))).toBe('0.3');
  expect(payout(lockOf({ number: '1000', interest: '4.109589' }))).toBe('1004.109589');
});

describe('the days of a deposit', () => {
  it('that have passed are the term minus the remaining days', () => {
    expect(daysPassed(lockOf({ limit_days: 30, remaining_days: 30 }))).toBe(0);
    expect(daysPassed(lockOf({ limit_days: 30, remaining_days: 18 }))).toBe(12);
  });

  it.each([
    ['1000', '5', '4.109589', '0.136986'],
    ['0.01', '2', '0.00001643', '0.00000054'],
    ['0.1', '3', '0.00073972', '0.00000821'],
  ])('%s at %s %% a year earn %s on the first day, never rounded up', (number, rate, interest, first) => {
    expect(firstDayInterest(lockOf({ number, display_rate: rate, interest }))).toBe(first);
  });

  it('change at each midnight UTC, and when a deposit becomes redeemable', () => {
    const lock = lockOf({ redeemable_at: lockedAtMs + 24 * hourMs });
    expect(nextChangeMs([lock], lockedAtMs)).toBe(midnightMs);
    expect(nextChangeMs([lock], midnightMs)).toBe(lockedAtMs + 24 * hourMs);
    expect(nextChangeMs([lock], lockedAtMs + 24 * hourMs)).toBe(midnightMs + 24 * hourMs);
    expect(nextChangeMs([lockOf({ status: 3 })], lockedAtMs)).toBeNull();
    expect(nextChangeMs([], lockedAtMs)).toBeNull();
  });

  it('never make a deposit redeemable after it has ended', () => {
    const from = lockedAtMs + 24 * hourMs;
    expect(isRedeemable(lockOf({ redeemable_at: from }), from - 1)).toBe(false);
    expect(isRedeemable(lockOf({ redeemable_at: from }), from)).toBe(true);
    expect(isRedeemable(lockOf({ redeemable_at: from, status: 2 }), from)).toBe(false);
  });
});

describe('a balance', () => {
  it.each([
    ['1000', '999.5', '0.5'],
    ['1000', '1000', null],
    ['0.01', '0', '0.01'],
  ])('for an amount of %s, with %s available, lacks %s', (amount, available, missing) => {
    expect(shortage(amount, available)).toBe(missing);
  });
});
