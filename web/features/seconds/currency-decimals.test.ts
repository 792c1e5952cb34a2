import { expect, test } from 'vitest';
import { decimalsIn } from './currency-decimals.ts';

test('the decimals of a currency are those of a market that has it on either side', () => {
  const matches = [{ base_currency_id: 1, quote_currency_id: 3, base_decimals: 8, quote_decimals: 6 }];
  expect([1, 3, 9].map((id) => decimalsIn(matches, id))).toEqual([8, 6, 8]);
});
