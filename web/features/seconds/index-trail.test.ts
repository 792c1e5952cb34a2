import { describe, expect, test } from 'vitest';
import { axisPrices, axisTimes, extendTrail, scopeOf, trailMs, trailPath, type TrailPoint } from './index-trail.ts';

function point(sequence: number, time: number, price: string | null): TrailPoint {
  return { sequence, time, price };
}

const trail = [point(1, 0, '10'), point(2, 1_000, '20'), point(3, 2_000, null), point(4, 3_000, '15')];

describe('a trail', () => {
  test('takes the next point, late points and points that it has, each command once', () => {
    const [first, second, third, fourth] = trail;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();
    const late = extendTrail([first, third], [fourth]);
    expect(extendTrail(late, [second, third, first])).toEqual(trail);
  });

  test('drops what is older than its length', () => {
    expect(extendTrail(trail, [point(5, 1_000 + trailMs, '11')]).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5]);
  });
});

describe('the scope of a chart', () => {
  test('has the prices of its time, the one before, and those that are marked', () => {
    const scope = scopeOf(trail, { from: 500, to: 4_000 }, ['30']);
    // From 10 to 30, with 12 % of it on each side.
    expect(scope?.low).toBeCloseTo(7.6);
    expect(scope?.high).toBeCloseTo(32.4);
  });

  test('is missing without a price, and not empty with one', () => {
    expect(scopeOf([point(1, 0, null)], { from: 0, to: 1 }, [])).toBeNull();
    const flat = scopeOf([point(1, 0, '100')], { from: 0, to: 1 }, []);
    expect(flat?.low).toBeLessThan(100);
    expect(flat?.high).toBeGreaterThan(100);
  });
});

describe('the line of an index', () => {
  const scope = { time: { from: 0, to: 4_000 }, low: 0, high: 20 };
  const plot = { width: 400, height: 200 };

  test('moves in steps, stops at an interruption, and reaches the present', () => {
    expect(trailPath(trail, 3_500, scope, plot)).toBe('M0.0 100.0H100.0V0.0H200.0M300.0 50.0H350.0');
  });

  test('begins at the edge with the price that was in force', () => {
    const later = { ...scope, time: { from: 500, to: 4_500 } };
    expect(trailPath(trail, 3_500, later, plot)).toBe('M0.0 100.0H50.0V0.0H150.0M250.0 50.0H300.0');
  });
});

describe('the axes', () => {
  test('have round prices', () => {
    expect(axisPrices({ low: 64_998.2, high: 65_006.9 }, 5)).toEqual([65_000, 65_002, 65_004, 65_006]);
  });

  test('have round times', () => {
    expect(axisTimes({ from: 61_000, to: 181_000 }, 5)).toEqual([90_000, 120_000, 150_000, 180_000]);
  });
});
