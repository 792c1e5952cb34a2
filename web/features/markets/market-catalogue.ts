import { currencyMatches, type Match, type MatchGroup, type Quotation } from '@bourse/contract/markets';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { isZero, multiplyDecimals, truncateDecimal } from '../../live/decimal.ts';
import { useRead } from '../../live/read.ts';

/**
 * A market with the index by which addresses name it: its place in the flattened list of groups, closed ones included.
 */
export interface Market {
  readonly index: number;
  readonly match: Match;
  /** What one unit of the quote currency is worth in yuan; null where nothing is known of its worth. */
  readonly cnyPrice: string | null;
}

export interface MarketCatalogue {
  readonly groups: readonly MatchGroup[];
  readonly markets: readonly Market[];
}

export interface MarketCatalogueState {
  readonly catalogue: MarketCatalogue | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** All markets. Their quotations go to the ticker feed, which is followed while somebody uses this. */
export function useMarketCatalogue(): MarketCatalogueState {
  const { tickers, favourites } = useLive();
  const { data, dataUpdatedAt, isError, refetch } = useRead(currencyMatches, {}, { staleMs: 60_000 });
  useEffect(() => tickers.watch(), [tickers]);
  useEffect(() => {
    if (data !== undefined) tickers.seed(data.data, data.sequence);
  }, [data, tickers]);
  useEffect(() => {
    // Without a time it is what a visitor was sent, which knows nothing of this person's stars.
    if (data !== undefined && dataUpdatedAt > 0) favourites.seed(favouritesIn(data.data), dataUpdatedAt);
  }, [data, dataUpdatedAt, favourites]);
  const catalogue = useMemo(() => (data === undefined ? null : arrange(data.data)), [data]);
  return { catalogue, failed: isError && data === undefined, retry: () => void refetch() };
}

function favouritesIn(groups: readonly MatchGroup[]): number[] {
  return groups.flatMap(({ matches }) => matches.filter(({ added }) => added === 1).map(({ id }) => id));
}

/** The latest quotation of a market; only what it says anew renders again. */
export function useQuotation(match: Match): Quotation {
  return useStore(useLive().tickers.store, (tickers) => tickers[match.id]?.quotation) ?? match.currency_quotation;
}

/** One figure of the latest quotation of a market; a change of the others does not render it again. */
export function useQuoted(match: Match, figure: Exclude<keyof Quotation, 'currency_match_id'>): string {
  return useStore(
    useLive().tickers.store,
    (tickers) => (tickers[match.id]?.quotation ?? match.currency_quotation)[figure],
  );
}

/**
 * The change over the day in per cent, to the two decimals that are shown: what changes beyond them renders nothing.
 */
export function useShownChange(match: Match): string {
  return useStore(useLive().tickers.store, (tickers) => {
    const cut = truncateDecimal((tickers[match.id]?.quotation ?? match.currency_quotation).change, 2);
    return isZero(cut) ? '0.00' : cut;
  });
}

/** How many decimals the prices of a market have; null while the markets are not known. */
export function usePriceDecimals(): (marketId: number) => number | null {
  const { data } = useRead(currencyMatches, {}, { staleMs: 60_000 });
  return useMemo(() => {
    const matches = data?.data.flatMap((group) => group.matches) ?? [];
    const decimals = new Map(matches.map(({ id, price_decimals }) => [id, price_decimals]));
    return (marketId: number) => decimals.get(marketId) ?? null;
  }, [data]);
}

export function arrange(groups: readonly MatchGroup[]): MarketCatalogue {
  const ordered = groups.toSorted((a, b) => a.id - b.id);
  const listed = ordered.flatMap((group) => {
    const cnyPrice = cnyPriceOf(group);
    return group.matches.map((match) => ({ match, cnyPrice }));
  });
  return { groups: ordered, markets: listed.map((market, index) => ({ index, ...market })) };
}

/** Yuan for a dollar where the exchange does not say. */
const defaultCnyPrice = '6.8';

function cnyPriceOf({ cny_price, usd_price }: MatchGroup): string | null {
  if (!isZero(cny_price)) return cny_price;
  return isZero(usd_price) ? null : multiplyDecimals(usd_price, defaultCnyPrice);
}

/**
 * The market that an address means: by its index, else the one that was looked at last, else the first that is open.
 * Null when the index names none.
 */
export function findMarket(
  catalogue: MarketCatalogue,
  index: string | undefined,
  lastId: string | null,
): Market | null {
  if (index !== undefined) {
    return /^\d{1,6}$/.test(index) ? (catalogue.markets[Number(index)] ?? null) : null;
  }
  const listed = catalogue.markets.filter(({ match }) => match.open_change === 1);
  return listed.find(({ match }) => String(match.id) === lastId) ?? listed[0] ?? null;
}

/** What an address has led to. */
export interface Visit {
  readonly index: string | undefined;
  readonly marketId: number;
}

/**
 * The market of an address while the list of markets changes under it. A market that is listed later may take the index
 * of another: whoever looks at that one keeps it, and one that is gone is not replaced by its neighbour.
 */
export function followMarket(
  catalogue: MarketCatalogue,
  index: string | undefined,
  lastId: string | null,
  visit: Visit | null,
): Market | null {
  if (visit === null || visit.index !== index) return findMarket(catalogue, index, lastId);
  return catalogue.markets.find(({ match }) => match.id === visit.marketId) ?? null;
}

/**
 * The listed markets of one quote currency (all when null) whose base currency, by code or name, contains what is
 * searched for; of the favourites when given.
 */
export function filterMarkets(
  catalogue: MarketCatalogue,
  quoteId: number | null,
  search: string,
  favourites?: ReadonlySet<number>,
): readonly Market[] {
  const wanted = search.trim().toUpperCase();
  const fits = ({ base_currency_code: code, symbol, base_currency: { name } }: Match): boolean =>
    [code, name].some((text) => text.toUpperCase().includes(wanted)) || symbol.toUpperCase().startsWith(wanted);
  const group = catalogue.groups.find(({ id }) => id === quoteId);
  const ids = group === undefined ? null : new Set(group.matches.map(({ id }) => id));
  return catalogue.markets.filter(
    ({ match }) =>
      match.open_change === 1 &&
      (ids === null || ids.has(match.id)) &&
      (favourites === undefined || favourites.has(match.id)) &&
      fits(match),
  );
}

/**
 * What is searched for, best first: the currency of that code, then those whose code begins with it, then the others.
 * Within these the markets keep their order.
 */
export function rankMarkets(markets: readonly Market[], search: string): readonly Market[] {
  const wanted = search.trim().toUpperCase();
  const rank = ({ match: { base_currency_code: code } }: Market): number => {
    if (code.toUpperCase() === wanted) return 0;
    return code.toUpperCase().startsWith(wanted) ? 1 : 2;
  };
  return markets.toSorted((a, b) => rank(a) - rank(b));
}
