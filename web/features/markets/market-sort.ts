import type { Quotation } from '@bourse/contract/markets';
import { compareDecimals, isDecimal, multiplyDecimals } from '../../live/decimal.ts';
import type { Tickers } from '../../live/feeds/tickers.ts';
import type { Market } from './market-catalogue.ts';

export const sortColumns = ['pair', 'price', 'change'] as const;
export type SortColumn = (typeof sortColumns)[number];

export interface MarketSort {
  readonly column: SortColumn;
  readonly direction: 'ascending' | 'descending';
}

/**
 * The sort after a click on a column header: names ascending or numbers descending first, then reversed, then none (the
 * listing order).
 */
export function nextSort(sort: MarketSort | null, column: SortColumn): MarketSort | null {
  const first = column === 'pair' ? 'ascending' : 'descending';
  if (sort?.column !== column) return { column, direction: first };
  if (sort.direction !== first) return null;
  return { column, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/**
 * Sorts the markets by their latest quotations. Equal markets keep the order of the list; prices in different quote
 * currencies are compared by their value in yuan.
 */
export function sortMarkets(markets: readonly Market[], sort: MarketSort | null, tickers: Tickers): readonly Market[] {
  if (sort === null) return markets;
  const compare = comparisons[sort.column];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return markets
    .map((market, place) => ({ market, place, ...figuresOf(market, tickers) }))
    .toSorted((a, b) => sign * compare(a, b) || a.place - b.place)
    .map(({ market }) => market);
}

interface Sortable {
  readonly market: Market;
  readonly quotation: Quotation;
  readonly worth: string;
}

const comparisons: Readonly<Record<SortColumn, (a: Sortable, b: Sortable) => number>> = {
  pair: (a, b) => compareTexts(a.market.match.symbol, b.market.match.symbol),
  price: (a, b) =>
    compareDecimals(a.worth, b.worth) ||
    a.market.match.quote_currency_id - b.market.match.quote_currency_id ||
    compareDecimals(a.quotation.close, b.quotation.close),
  change: (a, b) => compareDecimals(a.quotation.change, b.quotation.change),
};

function figuresOf(market: Market, tickers: Tickers): Omit<Sortable, 'market'> {
  const quotation = tickers[market.match.id]?.quotation ?? market.match.currency_quotation;
  return { quotation, worth: cnyValue(quotation.close, market.cnyPrice) ?? '0' };
}

/** Codes are ASCII letters and digits, so their order is the same in every language. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The exact value of a price in yuan; null when its quote currency has no yuan price. */
export function cnyValue(close: string, cnyPrice: string | null): string | null {
  return cnyPrice === null || !isDecimal(close) ? null : multiplyDecimals(close, cnyPrice);
}
