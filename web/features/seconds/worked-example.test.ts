import { expect, test } from 'vitest';
import { workedExample } from './worked-example.ts';

test('the example of the rule drops two ticks at each end, one of them far off, and wins 8', () => {
  const example = workedExample();
  // (65 000.10 + 65 000.25) ÷ 2 = 65 000.175, down.
  expect(example.open).toBe('65000.17');
  const prices = example.settlement.map(({ price, dropped }) => (dropped ? null : price));
  expect(prices.filter((price) => price === null)).toHaveLength(4);
  expect(example.settlement.find(({ price }) => price === '65120')?.dropped).toBe(true);
  // 65 001.26, .28, .33, .35, .40 and .49 have a mean of 65 001.351…, down.
  expect(prices.filter((price) => price !== null)).toEqual([
    '65001.35',
    '65001.28',
    '65001.4',
    '65001.49',
    '65001.33',
    '65001.26',
  ]);
  expect(example).toMatchObject({ end: '65001.35', result: 'win', profit: '8', droppedAtEachEnd: 2 });
});
