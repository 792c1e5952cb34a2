import { expect, it } from 'vitest';
import { ratioPercent } from './ratio-percent.ts';

it.each([
  ['0.8', '80'],
  ['0.85', '85'],
  ['0.857', '85.7'],
  ['1', '100'],
  ['0', '0'],
  ['0.859999', '85.9999'],
  ['0.000001', '0.0001'],
])('the ratio %s is %s percent, without rounding', (ratio, percent) => {
  expect(ratioPercent(ratio)).toBe(percent);
});
