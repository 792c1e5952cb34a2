import { describe, expect, it } from 'vitest';
import { floatingPrice, priceBand } from './ad-price.ts';

describe('the price of a floating ad', () => {
  it('is rounded up for a merchant who sells and down for one who buys', () => {
    expect(floatingPrice('7.2', '1.55', 'sell', 2)).toBe('7.32');
    expect(floatingPrice('7.2', '1.55', 'buy', 2)).toBe('7.31');
  });

  it('is exact where nothing has to be rounded', () => {
    for (const side of ['buy', 'sell'] as const) {
      expect(floatingPrice('7.20', '0', side, 2)).toBe('7.20');
      expect(floatingPrice('61000', '-0.5', side, 0)).toBe('60695');
      expect(floatingPrice('0.1234', '100', side, 4)).toBe('0.2468');
    }
  });

  it('keeps digits beyond the precision of a float', () => {
    expect(floatingPrice('90071992547409931.01', '0.01', 'buy', 2)).toBe('90080999746664672.00');
  });

  it('does not exist without a reference, a percentage or a price above zero', () => {
    expect(floatingPrice(null, '1', 'sell', 2)).toBeNull();
    for (const percent of ['', '-', '.', '-100', '-250']) expect(floatingPrice('7', percent, 'sell', 2)).toBeNull();
  });
});

describe('the band of prices', () => {
  it('is rounded to its inside', () => {
    expect(priceBand('7.213', '20', 2)).toEqual({ low: '5.78', high: '8.65' });
  });

  it('does not exist without a reference', () => {
    expect(priceBand(null, '20', 2)).toBeNull();
  });
});
