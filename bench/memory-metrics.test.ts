import { expect, it } from 'vitest';
import { growthOf } from './memory-metrics.ts';

it('computes the slope of the regression line and its standard error', () => {
  const line = [0, 1, 2, 3].map((at) => ({ at, value: 7 + 2 * at }));
  expect(growthOf(line)).toEqual({ slope: 2, error: 0 });
  const { slope, error } = growthOf([0, 1, 0, 1].map((value, at) => ({ at, value })));
  expect(slope).toBeCloseTo(0.2);
  expect(error).toBeCloseTo(0.2828, 4);
});
