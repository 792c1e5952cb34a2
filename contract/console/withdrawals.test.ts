import { describe, expect, it } from 'vitest';
import { withdrawalCalls } from './withdrawals.ts';

const readers = ['finance', 'risk'];

/** The roles that may make each call about withdrawals. */
const audiences: Readonly<Record<keyof typeof withdrawalCalls, readonly string[]>> = {
  withdrawals: readers,
  withdrawalCase: readers,
  userWithdrawals: ['support', 'finance', 'risk'],
  approveWithdrawal: ['finance'],
  rejectWithdrawal: ['finance', 'risk'],
  holdBackWithdrawal: ['risk'],
  stopWithdrawal: ['finance'],
  retryWithdrawal: ['finance'],
  proveWithdrawal: ['finance'],
};

describe('the calls about withdrawals', () => {
  it.each(Object.entries(audiences))('%s is for %j alone', (name, audience) => {
    const call = Object.entries(withdrawalCalls).find(([one]) => one === name)?.[1];
    expect(call?.audience).toEqual(audience);
  });

  it('are all listed here', () => {
    expect(Object.keys(withdrawalCalls).toSorted()).toEqual(Object.keys(audiences).toSorted());
  });
});
