import { describe, expect, it } from 'vitest';
import type { Tickers } from '../../live/feeds/tickers.ts';
import type { Market } from './market-catalogue.ts';
import { cnyValue, nextSort, sortMarkets, type MarketSort } from './market-sort.ts';
import { createFigures } from '../../ui/figures.ts';
import { marketOf } from './testing/market-of.ts';

const markets: readonly Market[] = [
  marketOf({ index: 0, base: 'ETH', quote: 'USDT', close: '3000', change: '1.5' }),
  marketOf({ index: 1, base: 'BTC', quote: 'USDT', close: '60000', change: '-2' }),
  marketOf({ index: 2, base: 'XRP', quote: 'USDT', close: '0.5', change: '1.50' }),
  marketOf({ index: 3, base: 'ETH', quote: 'BTC', close: '0.06', change: '10' }),
  marketOf({ index: 4, base: 'ADA', quote: 'USDT', close: '0.5', change: '-0.5' }),
];

describe('sortMarkets', () => {
  it('keeps the listing order without a sort', () => {
    expect(sortMarkets(markets, null, {})).toBe(markets);
  });

  it('sorts pairs alphabetically', () => {
    expect(sorted('pair', 'ascending')).toEqual(['ADA/USDT', 'BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'XRP/USDT']);
    expect(sorted('pair', 'descending')).toEqual(['XRP/USDT', 'ETH/USDT', 'ETH/BTC', 'BTC/USDT', 'ADA/USDT']);
  });

  it('sorts prices by their value in yuan, across quote currencies, keeping the order of equal ones', () => {
    // 0.06 BTC are worth 24,480 yuan, 3,000 USDT are worth 20,400.
    expect(sorted('price', 'descending')).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'XRP/USDT', 'ADA/USDT']);
    expect(sorted('price', 'ascending')).toEqual(['XRP/USDT', 'ADA/USDT', 'ETH/USDT', 'ETH/BTC', 'BTC/USDT']);
  });

  it('sorts changes numerically, keeping the order of equal ones in both directions', () => {
    expect(sorted('change', 'descending')).toEqual(['ETH/BTC', 'ETH/USDT', 'XRP/USDT', 'ADA/USDT', 'BTC/USDT']);
    expect(sorted('change', 'ascending')).toEqual(['BTC/USDT', 'ADA/USDT', 'ETH/USDT', 'XRP/USDT', 'ETH/BTC']);
  });

  it('uses the latest quotation rather than that of the list', () => {
    const quotation = { currency_match_id: 2, close: '0.5', change: '99', high: '1', low: '1', volume: '1' };
    const tickers: Tickers = { 2: { quotation, sequence: 7 } };
    expect(sortMarkets(markets, { column: 'change', direction: 'descending' }, tickers)[0]?.match.symbol).toBe(
      'XRP/USDT',
    );
  });
});

describe('a click on a column header', () => {
  it('sorts numbers descending, then ascending, then not at all', () => {
    const first = nextSort(null, 'price');
    expect(first).toEqual({ column: 'price', direction: 'descending' });
    const second = nextSort(first, 'price');
    expect(second).toEqual({ column: 'price', direction: 'ascending' });
    expect(nextSort(second, 'price')).toBeNull();
  });

  it('sorts names from A', () => {
    expect(nextSort(null, 'pair')).toEqual({ column: 'pair', direction: 'ascending' });
  });

  it('replaces the sort by another column', () => {
    expect(nextSort({ column: 'pair', direction: 'descending' }, 'change')).toEqual({
      column: 'change',
      direction: 'descending',
    });
  });
});

describe('the yuan value of a price', () => {
  it('is truncated to two decimals, never rounded up', () => {
    const shown = (close: string, cnyPrice: string): string =>
      createFigures('en', 'UTC').money(cnyValue(close, cnyPrice) ?? '', 'CNY');
    expect(shown('67890.15', '6.8')).toBe('CN¥461,653.02');
    expect(shown('0.0029', '6.8')).toBe('CN¥0.01');
    expect(shown('0.06', '462345.678')).toBe('CN¥27,740.74');
  });

  it('is exact beyond the precision of a float', () => {
    expect(cnyValue('1.005', '1000')).toBe('1005.000');
    expect(cnyValue('90071992547409.93', '6.8')).toBe('612489549322387.524');
  });

  it('is unknown without the yuan price of the quote currency', () => {
    expect(cnyValue('1', null)).toBeNull();
  });
});

function sorted(column: MarketSort['column'], direction: MarketSort['direction']): string[] {
  return sortMarkets(markets, { column, direction }, {}).map(({ match: { symbol } }) => symbol);
}
