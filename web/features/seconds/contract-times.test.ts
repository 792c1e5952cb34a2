import { expect, test } from 'vitest';
import { clockText, phaseAt, secondsLeft, windowsOf } from './contract-times.ts';

/** A contract of 30 s, bought at second 100. */
const contract = { created_at: 100_000, strike_at: 101_000, settlement_from: 125_000, end_at: 130_000 };

test('the windows of a contract are its first second and its last part', () => {
  expect(windowsOf(contract)).toEqual({
    strike: { from: 100_000, to: 101_000 },
    settlement: { from: 125_000, to: 130_000 },
  });
});

test.each([
  [100_000, 'striking'],
  [100_999, 'striking'],
  [101_000, 'running'],
  [124_999, 'running'],
  [125_000, 'settling'],
  [129_999, 'settling'],
  [130_000, 'ended'],
])('at %i ms the contract is %s', (nowMs, phase) => {
  expect(phaseAt(contract, nowMs)).toBe(phase);
});

test.each([
  [100_000, 30],
  [100_001, 30],
  [101_000, 29],
  [129_001, 1],
  [130_000, 0],
  [131_000, 0],
])('at %i ms, %i seconds are left', (nowMs, left) => {
  expect(secondsLeft(contract, nowMs)).toBe(left);
});

test('seconds are written as a clock', () => {
  expect([0, 9, 65, 300].map(clockText)).toEqual(['0:00', '0:09', '1:05', '5:00']);
});
