import { describe, expect, it } from 'vitest';
import { availableNow } from '../balances.ts';
import { stateNow } from '../market/market-state.ts';

describe('what an order is held against at the moment when it is sent', () => {
  it('is a balance that was fetched just now; one of before is a guess, and the exchange knows', () => {
    expect(availableNow('5', 9_999)).toBe('5');
    expect(availableNow('5', 10_001)).toBeNull();
    expect(availableNow(null, 0)).toBeNull();
  });

  it.each([
    ['open', false, 'open'],
    ['open', true, 'cancel_only'],
    ['post_only', true, 'cancel_only'],
    ['halted', true, 'halted'],
    ['cancel_only', false, 'cancel_only'],
  ] as const)('is a market that is %s, while the exchange takes cancels only: %s', (state, isCancelOnly, now) => {
    expect(stateNow(state, isCancelOnly)).toBe(now);
  });
});
