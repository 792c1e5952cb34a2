import { describe, expect, it } from 'vitest';
import { availableNow } from '../balances.ts';
import { stateNow } from '../market/market-state.ts';

describe('the context of an order when it is sent', () => {
  it('uses a balance only if it was fetched just now; otherwise the exchange decides', () => {
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
  ] as const)('treats a market in state %s, with the exchange cancel-only: %s, as %s', (state, isCancelOnly, now) => {
    expect(stateNow(state, isCancelOnly)).toBe(now);
  });
});
