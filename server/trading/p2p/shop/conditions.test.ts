import { describe, expect, it, test } from 'vitest';
import { isWithinHours } from './conditions.ts';
import { levelFor, levelOf } from './levels.ts';
import { placeOf } from '../console/place.ts';

const at = (hour: number, minute = 0): number => Date.UTC(2026, 4, 5, hour, minute);

describe('the hours of an ad', () => {
  it('are UTC, and may include midnight', () => {
    const day = { hours: { from: 540, to: 1_320 } };
    expect([at(8, 59), at(9), at(21, 59), at(22)].map((time) => isWithinHours(day, time))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const night = { hours: { from: 1_320, to: 540 } };
    expect([at(21, 59), at(22), at(0), at(8, 59), at(9)].map((time) => isWithinHours(night, time))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are the whole day if there are none, or if they begin when they end', () => {
    expect(isWithinHours({ hours: null }, at(3))).toBe(true);
    expect(isWithinHours({ hours: { from: 60, to: 60 } }, at(3))).toBe(true);
  });
});

test('the level of a merchant follows from orders and their completion', () => {
  const cases: readonly [number, number, number][] = [
    [0, 0, 1],
    [99, 99, 1],
    [100, 95, 2],
    [100, 94, 1],
    [1_000, 980, 3],
    [1_000, 979, 2],
    [1_000, 949, 1],
  ];
  expect(cases.map(([orders, completed]) => levelFor(orders, completed).level)).toEqual(
    cases.map(([, , level]) => level),
  );
  expect([1, 2, 3].map((level) => levelOf(level).ads)).toEqual([3, 6, 12]);
});

test('cursors of lists that are none are refused', () => {
  expect(placeOf('1.-5.7')).toEqual({ group: 1, key: -5, id: 7 });
  expect(['', '1', '1.2', '1.2.3.4', 'x.1.1', '1.1e3.1', '1.1.-1'].map(placeOf)).toEqual(Array(7).fill(null));
});
