import { expect, test } from 'vitest';
import { leadOf } from './lead-of.ts';

test.each([
  [1, '100', '100.01', 'ahead'],
  [1, '100', '99.99', 'behind'],
  [2, '100', '100.01', 'behind'],
  [2, '100', '99.99', 'ahead'],
  [1, '100', '100.00', 'level'],
  [2, '9', '10', 'behind'],
  [1, null, '100', null],
  [1, '100', null, null],
  [1, '100', undefined, null],
] as const)('a contract of type %i struck at %s is, at %s, %s', (type, open, price, lead) => {
  expect(leadOf({ type, open_price: open }, price)).toBe(lead);
});
