import { describe, expect, it } from 'vitest';
import { maturingLines } from './maturing-lines.ts';

const coins = (amount: string, until: number, code = 'USDT') => ({
  currency_id: code === 'USDT' ? 3 : 1,
  currency_code: code,
  amount,
  until,
});

describe('the lines about coins that mature', () => {
  it('have one purchase each while they are few', () => {
    expect(maturingLines([coins('100', 1), coins('0.5', 2, 'BTC')], 3)).toEqual([
      { until: 1, sums: [{ code: 'USDT', amount: '100' }] },
      { until: 2, sums: [{ code: 'BTC', amount: '0.5' }] },
    ]);
  });

  it('end with the sums of the later ones, at the time of the last', () => {
    const many = [coins('100', 1), coins('0.1', 2), coins('2', 3, 'BTC'), coins('0.2', 4)];
    expect(maturingLines(many, 2)).toEqual([
      { until: 1, sums: [{ code: 'USDT', amount: '100' }] },
      {
        until: 4,
        sums: [
          { code: 'USDT', amount: '0.3' },
          { code: 'BTC', amount: '2' },
        ],
      },
    ]);
  });
});
