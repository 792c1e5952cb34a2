import { expect, test } from 'vitest';
import { clockText, secondsUntil, untilNextSecond } from './countdown.ts';

test.each([
  [900, '15:00'],
  [65, '01:05'],
  [0, '00:00'],
  [3_600, '1:00:00'],
  [86_399, '23:59:59'],
  [90_061, '25:01:01'],
])('%s seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});

test('seconds are rounded up and never negative', () => {
  expect([secondsUntil(10_000, 9_001), secondsUntil(10_000, 9_000), secondsUntil(10_000, 10_001)]).toEqual([1, 1, 0]);
});

test('the text changes when a whole second is over', () => {
  expect([untilNextSecond(10_000, 8_600), untilNextSecond(10_000, 9_000)]).toEqual([400, 1_000]);
  expect(untilNextSecond(10_000, 10_000)).toBeNull();
});
