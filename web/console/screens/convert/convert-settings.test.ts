import { describe, expect, it } from 'vitest';
import { readShare, wantedOf, withSpread } from './convert-settings.ts';

const row = { price: '1', treasury: '0' };
const settings = {
  version: 3,
  reference_code: 'USDT',
  tolerance: '0.005',
  currencies: [
    { currency_id: 1, currency_code: 'BTC', spread: '0.002', ...row },
    { currency_id: 2, currency_code: 'ETH', spread: null, ...row },
    { currency_id: 3, currency_code: 'USDT', spread: '0', ...row },
  ],
};

describe('a decision about conversions', () => {
  const wanted = wantedOf(settings);

  it('keeps all values but its own', () => {
    expect(wanted).toEqual({
      tolerance: '0.005',
      currencies: [
        { currency_id: 1, spread: '0.002' },
        { currency_id: 3, spread: '0' },
      ],
    });
    expect(withSpread(wanted, 1, '0.01').currencies).toEqual([
      { currency_id: 3, spread: '0' },
      { currency_id: 1, spread: '0.01' },
    ]);
    expect(withSpread(wanted, 2, '0').currencies).toHaveLength(3);
    expect(withSpread(wanted, 3, null).currencies).toEqual([{ currency_id: 1, spread: '0.002' }]);
  });

  it.each([
    ['0', '0'],
    ['0.2', '0.002'],
    ['99.9999', '0.999999'],
    ['100', null],
    ['0.00001', null],
    ['-1', null],
    ['', null],
  ])('reads a percentage of "%s" as %s', (percent, fraction) => {
    expect(readShare(percent)).toBe(fraction);
  });
});
