import { sortColumns, type MarketSort } from './market-sort.ts';

/** The state of the markets page in its address. */
export interface MarketsSearch {
  /** `all`, `favourites`, or the code of a quote currency. */
  readonly tab?: string;
  readonly sort?: string;
  /** `asc` or `desc`. */
  readonly order?: string;
}

/** The sort in an address; null when there is none or it is invalid. */
export function sortOfAddress({ sort, order }: MarketsSearch): MarketSort | null {
  const column = sortColumns.find((name) => name === sort);
  if (column === undefined) return null;
  return { column, direction: order === 'asc' ? 'ascending' : 'descending' };
}

/** The address with another sort. */
export function withSort({ tab }: MarketsSearch, sort: MarketSort | null): MarketsSearch {
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(sort === null ? {} : { sort: sort.column, order: sort.direction === 'ascending' ? 'asc' : 'desc' }),
  };
}

export const allTab = 'all';
export const favouritesTab = 'favourites';

/** The tab to show: the one in the address, else that of the last visit, if it exists; else all markets. */
export function tabOf(address: string | undefined, last: string | null, codes: readonly string[] | null): string {
  const known = (tab: string): boolean =>
    tab === allTab || tab === favouritesTab || codes === null || codes.includes(tab);
  if (address !== undefined && known(address)) return address;
  return last !== null && known(last) ? last : allTab;
}
