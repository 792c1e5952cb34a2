import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { expect, it } from 'vitest';
import { obstaclesOf } from './withdrawal-obstacles.ts';

it('obstacles of the account are said before an amount is entered, those of the amount after it', () => {
  const reasons: WithdrawalQuote['reasons'] = ['outflow_stopped', 'draw_below_minimum', 'insufficient_balance'];
  expect(obstaclesOf({ reasons }, '')).toEqual({ receiver: null, amount: [], account: ['outflow_stopped'] });
  expect(obstaclesOf({ reasons }, '5')).toEqual({
    receiver: null,
    amount: ['draw_below_minimum', 'insufficient_balance'],
    account: ['outflow_stopped'],
  });
  expect(obstaclesOf(undefined, '5')).toEqual({ receiver: null, amount: [], account: [] });
});

it('an obstacle of the receiver is said at the receiver', () => {
  const reasons: WithdrawalQuote['reasons'] = ['address_keyless', 'draw_below_minimum'];
  expect(obstaclesOf({ reasons }, '5')).toEqual({
    receiver: 'address_keyless',
    amount: ['draw_below_minimum'],
    account: [],
  });
});
