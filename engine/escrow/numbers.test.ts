import { describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { usdt } from '../testing/test-exchange.ts';
import { DailyCounts, dayMs } from './daily-counts.ts';
import { EscrowState, reopenMs } from './state.ts';
import { UsedNumbers } from './used-numbers.ts';
import type { CancelledEscrow } from './state.ts';

const [ann, ben] = [userId(1), userId(2)];

describe('used numbers', () => {
  it('are kept as few intervals, whatever their order', () => {
    const used = new UsedNumbers();
    for (const n of [5, 3, 1, 4, 9, 2, 8]) {
      expect(used.has(n)).toBe(false);
      used.add(n);
      expect(used.has(n)).toBe(true);
    }
    expect(used.intervals()).toEqual([
      { from: 1, to: 5 },
      { from: 8, to: 9 },
    ]);
    for (const n of [0, 6, 7, 10, 1.5, -1, NaN, 2 ** 53]) expect(used.has(n), String(n)).toBe(false);
  });

  it('are joined at the low end beyond a maximum', () => {
    const used = new UsedNumbers(3);
    for (const n of [2, 4, 6, 8]) used.add(n);
    expect(used.intervals()).toEqual([
      { from: 2, to: 4 },
      { from: 6, to: 6 },
      { from: 8, to: 8 },
    ]);
    expect([1, 3, 5].map((n) => used.has(n))).toEqual([false, true, false]);
  });

  it('have up to 1024 intervals', () => {
    const used = new UsedNumbers();
    for (let n = 1; n <= 2 * 1024; n += 2) used.add(n);
    expect([used.intervals().length, used.has(2)]).toEqual([1024, false]);
    used.add(5000);
    expect([used.intervals().length, used.has(2), used.has(4)]).toEqual([1024, true, false]);
  });

  it('are loaded interval by interval', () => {
    const used = new UsedNumbers();
    used.load({ from: 1, to: 3 });
    used.load({ from: 7, to: 9 });
    used.add(5);
    expect(used.intervals().length).toBe(3);
    used.add(4);
    used.add(6);
    expect(used.intervals()).toEqual([{ from: 1, to: 9 }]);
  });
});

describe('daily counts', () => {
  it('are those of one UTC day', () => {
    const counts = new DailyCounts();
    expect(counts.add(ann, 3 * dayMs)).toBe(3);
    counts.add(ann, 4 * dayMs - 1);
    counts.add(ben, 4 * dayMs - 1);
    expect([counts.of(ann, 3 * dayMs), counts.of(ben, 3 * dayMs), counts.of(ann, 4 * dayMs)]).toEqual([2, 1, 0]);
    expect(counts.all(3 * dayMs)).toEqual([
      { user: ann, day: 3, count: 2 },
      { user: ben, day: 3, count: 1 },
    ]);
    expect(counts.all(4 * dayMs)).toEqual([]);
    expect(counts.add(ben, 4 * dayMs)).toBe(4);
    expect([counts.of(ann, 4 * dayMs), counts.of(ben, 4 * dayMs)]).toEqual([0, 1]);
  });

  it('are taken back on their day only, and not below zero', () => {
    const counts = new DailyCounts();
    counts.add(ann, dayMs);
    counts.add(ann, dayMs);
    counts.takeBack(ann, 0, dayMs);
    counts.takeBack(ann, 1, 2 * dayMs);
    counts.takeBack(ben, 1, dayMs);
    expect(counts.of(ann, dayMs)).toBe(2);
    counts.takeBack(ann, 1, dayMs);
    counts.takeBack(ann, 1, dayMs);
    counts.takeBack(ann, 1, dayMs);
    expect([counts.of(ann, dayMs), counts.all(dayMs)]).toEqual([0, []]);
  });
});

describe('cancelled escrows', () => {
  /** The escrow with this number of a buyer of its own. */
  function cancelled(n: number, endedAtMs: number): CancelledEscrow {
    const parties = { n, offer: null, seller: ann, buyer: userId(100 + n), maker: ann, currency: usdt };
    return { ...parties, offerSince: null, endedAtMs, countedOn: null } as unknown as CancelledEscrow;
  }

  it('are freed some time after they can no longer be reopened, 64 at a time', () => {
    const state = new EscrowState();
    for (let n = 1; n <= 70; n += 1) state.keepCancelled(cancelled(n, 0));
    state.keepCancelled(cancelled(71, 1));
    const left = () => state.cancelled(0).length;
    state.sweep(reopenMs);
    expect(left()).toBe(71);
    state.sweep(reopenMs + 1);
    expect(left()).toBe(7);
    state.sweep(reopenMs + 1);
    expect([left(), state.cancelled(reopenMs + 1).length, state.cancelled(reopenMs + 2).length]).toEqual([1, 1, 0]);
  });
});
