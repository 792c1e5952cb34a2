import type { LegalCurrencies, LegalMethod } from '@bourse/contract/p2p';
import { describe, expect, test } from 'vitest';
import { addressOf, fiatsOf, filtersOf, type HallAddress, hiddenFilters, matching, queryOf } from './hall-filters.ts';

const bank: LegalMethod = { type: 3, code: 'bank', name: 'Bank transfer', instant: 0, reversible: 0 };
const pair = { price_decimals: 2, reference: '7.18', fixed: 0 } as const;
const traded: LegalCurrencies = {
  currencies: [
    { id: 3, code: 'USDT', logo: '', decimals: 6 },
    { id: 1, code: 'BTC', logo: '', decimals: 8 },
  ],
  fiats: [
    { code: 'CNY', decimals: 2, methods: [bank] },
    { code: 'EUR', decimals: 2, methods: [] },
  ],
  pairs: [
    { ...pair, currency_id: 3, fiat: 'CNY' },
    { ...pair, currency_id: 3, fiat: 'EUR' },
    { ...pair, currency_id: 1, fiat: 'EUR' },
  ],
};

function request(address: HallAddress) {
  const filters = filtersOf(address, traded);
  return filters === null ? null : queryOf(filters);
}

describe('the filters of the hall', () => {
  test('begin with buying the first coin', () => {
    expect(request({})).toEqual({ side: 'buy', currency_id: 3, fiat: 'CNY', page: 1, limit: 20 });
  });

  test('become a request', () => {
    expect(request({ side: 'sell', coin: 'USDT', fiat: 'CNY', amount: '1000', method: 'bank', page: '2' })).toEqual({
      side: 'sell',
      currency_id: 3,
      fiat: 'CNY',
      amount: '1000',
      type: 'bank',
      page: 2,
      limit: 20,
    });
  });

  test('ignore values that do not exist', () => {
    const address = { side: 'x', coin: 'BTC', fiat: 'CNY', amount: '0', method: 'bank', page: '-1' };
    expect(request(address)).toEqual({ side: 'buy', currency_id: 1, fiat: 'EUR', page: 1, limit: 20 });
    expect(request({ amount: '1e5' })).not.toHaveProperty('amount');
  });

  test('are null where nothing is traded', () => {
    expect(filtersOf({}, { currencies: [], fiats: [], pairs: [] })).toBeNull();
    expect(filtersOf({}, { ...traded, pairs: [] })).toBeNull();
  });

  test('return to the same address', () => {
    const address = { side: 'sell', coin: 'USDT', fiat: 'EUR', amount: '20.5', page: '3' };
    const filters = filtersOf(address, traded);
    expect(filters === null ? null : addressOf(filters)).toEqual(address);
  });
});

test('a coin has the fiat currencies in which it is traded', () => {
  expect(fiatsOf(traded, 1).map(({ code }) => code)).toEqual(['EUR']);
});

test('hidden filters are counted', () => {
  expect(hiddenFilters({ amount: '5', method: '' })).toBe(1);
});

test('own methods match the offered types', () => {
  expect(
    matching(
      [
        { code: 'bank', id: 1 },
        { code: 'pix', id: 2 },
      ],
      [bank],
    ),
  ).toEqual([{ code: 'bank', id: 1 }]);
});
