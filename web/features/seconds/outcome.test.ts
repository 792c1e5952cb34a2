import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

const terms = { stake: '10', ratio: '0.8', feeRate: '0', decimals: 6 };

test('a won contract pays its ratio, rounded down, less the fee, rounded up', () => {
  expect(outcomeOf(terms)).toMatchObject({ payout: '8', fee: '0', profit: '8' });
  // 0.333333 × 0.85 = 0.28333305, down; of it 2 % = 0.00566666, up.
  expect(outcomeOf({ ...terms, stake: '0.333333', ratio: '0.85', feeRate: '0.02' })).toEqual({
    payout: '0.283333',
    fee: '0.005667',
    profit: '0.277666',
  });
});
