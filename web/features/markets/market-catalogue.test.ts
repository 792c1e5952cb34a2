import type { Match, MatchGroup } from '@bourse/contract/markets';
import { replaceEqualDeep } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { arrange, arranger, filterMarkets, findMarket, followMarket, rankMarkets } from './market-catalogue.ts';
import { marketOf } from './testing/market-of.ts';

const catalogue = arrange([
  group(2, 'BTC', [match(13, 'ETH', 'BTC')]),
  group(1, 'USDT', [match(1, 'BTC', 'USDT'), match(2, 'ETH', 'USDT'), { ...match(9, 'OLD', 'USDT'), open_change: 0 }]),
]);

describe('the market of an address', () => {
  it('is given by its index in the flattened list of groups in id order, closed markets included', () => {
    expect(catalogue.markets.map(({ match: { symbol } }) => symbol)).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'OLD/USDT',
      'ETH/BTC',
    ]);
    expect(findMarket(catalogue, '3', null)?.match.symbol).toBe('ETH/BTC');
    expect(findMarket(catalogue, '2', null)?.match.symbol).toBe('OLD/USDT');
  });

  it('is null for an invalid index', () => {
    for (const index of ['4', '-1', '1.5', 'x', '']) expect(findMarket(catalogue, index, null)).toBeNull();
  });

  it('is the last viewed one, or else the first open one, when the address has no index', () => {
    expect(findMarket(catalogue, undefined, '13')?.match.symbol).toBe('ETH/BTC');
    expect(findMarket(catalogue, undefined, '9')?.match.symbol).toBe('BTC/USDT');
    expect(findMarket(catalogue, undefined, null)?.match.symbol).toBe('BTC/USDT');
  });
});

it('stays the same object while only quotations change, so that nothing is rendered', () => {
  const groups = catalogue.groups;
  const at = (close: string, open_change: 0 | 1 = 1): typeof groups =>
    groups.map((each) => ({
      ...each,
      matches: each.matches.map((one) => ({
        ...one,
        open_change: one.id === 2 ? open_change : one.open_change,
        currency_quotation: { ...one.currency_quotation, close },
      })),
    }));
  const select = arranger();
  const first = select({ data: [...at('1')] });
  expect(first.markets[0]?.match.currency_quotation.close).toBe('1');
  expect(replaceEqualDeep(first, select({ data: [...at('2')] }))).toBe(first);
  const closed = replaceEqualDeep(first, select({ data: [...at('3', 0)] }));
  expect(closed.markets[1]?.match.open_change).toBe(0);
  expect(closed.markets[0]).toBe(first.markets[0]);
});

describe('the viewed market', () => {
  const visit = { index: '3', marketId: 13 };
  const listed = (...more: Match[]): ReturnType<typeof arrange> =>
    arrange(
      catalogue.groups.map((group) => (group.id === 1 ? { ...group, matches: [...group.matches, ...more] } : group)),
    );

  it('stays the same when a newly listed market takes its index', () => {
    const later = listed(match(14, 'NEW', 'USDT'));
    expect(findMarket(later, '3', null)?.match.symbol).toBe('NEW/USDT');
    expect(followMarket(later, '3', null, visit)).toMatchObject({ index: 4, match: { symbol: 'ETH/BTC' } });
  });

  it('is not replaced by its neighbour when it is delisted', () => {
    const without = arrange(catalogue.groups.filter(({ id }) => id === 1));
    expect(followMarket(without, '3', null, visit)).toBeNull();
    expect(followMarket(without, '0', null, visit)?.match.symbol).toBe('BTC/USDT');
  });
});

describe('the market list', () => {
  it('has the open markets of one quote currency, or of all', () => {
    expect(symbols(1, '')).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(symbols(null, '')).toEqual(['BTC/USDT', 'ETH/USDT', 'ETH/BTC']);
  });

  it('has the favourites of all quote currencies', () => {
    const favourites = filterMarkets(catalogue, null, '', new Set([2, 9, 13]));
    expect(favourites.map(({ match: { symbol } }) => symbol)).toEqual(['ETH/USDT', 'ETH/BTC']);
  });

  it('is searched by the code or the name of the base currency, ignoring case', () => {
    expect(symbols(null, 'ether')).toEqual(['ETH/USDT', 'ETH/BTC']);
    expect(symbols(null, ' eth ')).toEqual(['ETH/USDT', 'ETH/BTC']);
    expect(symbols(1, 'zzz')).toEqual([]);
    expect(symbols(null, 'btc')).toEqual(['BTC/USDT']);
    expect(symbols(null, 'eth/b')).toEqual(['ETH/BTC']);
  });

  it('ranks an exact code first, then codes that begin with the search, then those that contain it', () => {
    const { markets } = arrange([
      group(1, 'USDT', [match(1, 'METH', 'USDT'), match(2, 'ETHW', 'USDT'), match(3, 'ETH', 'USDT')]),
    ]);
    const found = rankMarkets(markets, ' eth');
    expect(found.map(({ match: { base_currency_code: code } }) => code)).toEqual(['ETH', 'ETHW', 'METH']);
  });
});

describe('the yuan price of a quote currency', () => {
  it("is the exchange's own, else 6.8 per dollar, and unknown without a dollar price", () => {
    const worth = (cny_price: string, usd_price: string): string | null | undefined =>
      arrange([{ ...group(1, 'USDT', [match(1, 'BTC', 'USDT')]), cny_price, usd_price }]).markets[0]?.cnyPrice;
    expect(worth('7.1', '1')).toBe('7.1');
    expect(worth('0', '1')).toBe('6.8');
    expect(worth('0', '0')).toBeNull();
  });
});

function symbols(quoteId: number | null, search: string): string[] {
  return filterMarkets(catalogue, quoteId, search).map(({ match: { symbol } }) => symbol);
}

function group(id: number, code: string, matches: Match[]): MatchGroup {
  return { id, code, name: code, is_quote: 1, cny_price: '6.8', usd_price: '1', matches };
}

function match(id: number, base: string, quote: 'BTC' | 'USDT'): Match {
  return marketOf({ index: id, base, quote, name: base === 'ETH' ? 'Ethereum' : base }).match;
}
