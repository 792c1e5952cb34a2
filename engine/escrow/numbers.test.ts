import { describe, expect, it } from 'vitest';
import { userId } from '../identifiers.ts';
import { DailyCounts, dayMs } from './daily-counts.ts';
import { UsedNumbers } from './used-numbers.ts';

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
