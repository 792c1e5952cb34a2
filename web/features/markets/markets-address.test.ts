import { describe, expect, it } from 'vitest';
import { sortOfAddress, tabOf, withSort } from './markets-address.ts';

describe('the address of the markets page', () => {
  it('stores the sort', () => {
    for (const direction of ['ascending', 'descending'] as const) {
      const sort = { column: 'price', direction } as const;
      expect(sortOfAddress(withSort({ tab: 'BTC' }, sort))).toEqual(sort);
    }
    expect(withSort({ tab: 'BTC', sort: 'price', order: 'asc' }, null)).toEqual({ tab: 'BTC' });
  });

  it('may contain an invalid sort', () => {
    expect(sortOfAddress({ sort: 'colour' })).toBeNull();
    expect(sortOfAddress({ sort: 'change', order: 'up' })).toEqual({ column: 'change', direction: 'descending' });
  });

  it('names the tab, which defaults to that of the last visit', () => {
    const codes = ['USDT', 'BTC'];
    expect(tabOf('BTC', 'USDT', codes)).toBe('BTC');
    expect(tabOf(undefined, 'favourites', codes)).toBe('favourites');
    expect(tabOf(undefined, null, codes)).toBe('all');
  });

  it('may name a quote currency that no longer exists', () => {
    expect(tabOf('EUR', 'BTC', ['USDT', 'BTC'])).toBe('BTC');
    expect(tabOf('EUR', 'GBP', ['USDT', 'BTC'])).toBe('all');
    // While the markets are loading, any tab may exist.
    expect(tabOf('EUR', null, null)).toBe('EUR');
  });
});
