import type { SurplusRow } from '@bourse/contract/console';
import { describe, expect, it } from 'vitest';
import { bookingProblem, leftAfter, stepOf } from './surplus-amount.ts';

const row: SurplusRow = {
  id: '2/ETH',
  chain_id: 2,
  chain: 'Ethereum',
  asset: '',
  code: 'ETH',
  decimals: 18,
  surplus: '1.000000000000000001',
  bookable: '1',
  bookable_from: 0,
  settled: true,
  request: null,
};
const request = {
  id: 7,
  asked_by: { id: 1, name: 'Ann' },
  asked_at: 0,
  reason: 'Sent by a contract',
  amount: '1',
  may_vote: true,
  may_withdraw: false,
};

describe('the amount of a surplus that is to be booked', () => {
  it.each([
    ['', 'none'],
    ['0', 'none'],
    ['-1', 'none'],
    ['1e3', 'none'],
    ['0.0000000000000000001', 'precise'],
    ['1.000000000000000001', 'too_much'],
    ['99999999999999999999999', 'too_much'],
    ['1', null],
    ['0.000000000000000001', null],
  ])('of "%s" has the problem %s', (amount, problem) => {
    expect(bookingProblem(amount, row)).toBe(problem);
  });

  it('leaves the rest exactly', () => {
    expect(leftAfter('1', row)).toBe('0.000000000000000001');
    expect(leftAfter('0.000000000000000001', row)).toBe('1');
  });
});

describe('the next step with a surplus', () => {
  it.each([
    ['bookable', {}],
    ['waiting', { bookable: '0' }],
    ['settling', { settled: false }],
    ['requested', { request }],
    ['requested', { request, settled: false, bookable: '0' }],
  ] as const)('is %s for %o', (step, change) => {
    expect(stepOf({ ...row, ...change })).toBe(step);
  });
});
