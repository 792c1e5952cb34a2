import { describe, expect, it } from 'vitest';
import { unreadable } from '../../live/decimal-input.ts';
import { amountProblem, obstaclesOf, recipientOf } from './send-draft.ts';

const quote = { maximum: '100.5', minimum: '1' };

describe('an amount to send', () => {
  it.each(['', '.', '0', '0.00', unreadable])('is missing as %j', (number) => {
    expect(amountProblem(number, { ...quote, minimum: null })).toEqual({ kind: 'missing' });
  });

  it('is at least the minimum and at most the maximum, to the last unit', () => {
    expect(amountProblem('0.99999999', quote)).toEqual({ kind: 'small', bound: '1' });
    expect(amountProblem('1', quote)).toBeNull();
    expect(amountProblem('1.', quote)).toBeNull();
    expect(amountProblem('100.5', quote)).toBeNull();
    expect(amountProblem('100.50000001', quote)).toEqual({ kind: 'large', bound: '100.5' });
  });

  it('is not judged before the limits are known', () => {
    expect(amountProblem('5', undefined)).toBeNull();
  });
});

it('an unverified user is only asked to verify', () => {
  expect(obstaclesOf({ reasons: ['draw_unverified', 'draw_limit_exceeded'] })).toEqual(['draw_unverified']);
  expect(obstaclesOf({ reasons: ['transfer_waits', 'transfers_used_up'] })).toEqual([
    'transfer_waits',
    'transfers_used_up',
  ]);
  expect(obstaclesOf(undefined)).toEqual([]);
});

it('a link names its recipient by a user id only', () => {
  expect(recipientOf('100042')).toBe('100042');
  expect(recipientOf('bob@example.com')).toBe('');
  expect(recipientOf(undefined)).toBe('');
});
