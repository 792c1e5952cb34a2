import { currencyMatches, type Match, type MatchGroup, type Quotation } from '@bourse/contract/markets';
import type { CallOutput } from '@bourse/contract';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { isZero, multiplyDecimals, truncateDecimal } from '../../live/decimal.ts';
import type { Answer } from '../../live/caller.ts';
import { readKey, useRead, useSessionToken } from '../../live/read.ts';

/**
 * A market and its index, which addresses use: the position in the flattened list of groups, closed markets included.
 */
export interface Market {
  readonly index: number;
  readonly match: Match;
  /** The price of the quote currency in yuan; null when unknown. */
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

/**
 * All markets. Seeds the ticker feed with their quotations and follows it while mounted. Renders only when something
 * else than a quotation changes.
 */
export function useMarketCatalogue(): MarketCatalogueState {
  useSeeds();
  const [select] = useState(() => arranger());
  const { data = null, isError, refetch } = useRead(currencyMatches, {}, { staleMs: 60_000, select });
  return { catalogue: data, failed: isError && data === null, retry: () => void refetch() };
}

type Answered = Answer<CallOutput<typeof currencyMatches>>;

/**
 * Arranges one answer after another. A match keeps the quotation that it had first: newer ones are in the ticker feed,
 * and a match that is the same otherwise stays the same object when the query shares its structure.
 */
export function arranger(): (answer: Pick<Answered, 'data'>) => MarketCatalogue {
  const first = new Map<number, Quotation>();
  const keptOf = (match: Match): Match => {
    const quotation = first.get(match.id) ?? match.currency_quotation;
    first.set(match.id, quotation);
    return { ...match, currency_quotation: quotation };
  };
  return ({ data }) => arrange(data.map((group) => ({ ...group, matches: group.matches.map(keptOf) })));
}

/** Passes each fetched market list on to the ticker feed and the favourites. The component does not render for it. */
function useSeeds(): void {
  const { favourites, tickers } = useLive();
  const queries = useQueryClient();
  const token = useSessionToken();
  useEffect(() => tickers.watch(), [tickers]);
  useEffect(() => {
    const key = readKey(currencyMatches, {}, token);
    const seed = (): void => {
      const { data, dataUpdatedAt } = queries.getQueryState<Answered>(key) ?? {};
      if (data === undefined) return;
      tickers.seed(data.data, data.sequence);
      // Data without a time was copied from a visitor's answer and does not have the user's stars.
      if (dataUpdatedAt !== undefined && dataUpdatedAt > 0) favourites.seed(favouritesIn(data.data), dataUpdatedAt);
    };
    seed();
    const hash = hashKey(key);
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === hash) seed();
    });
  }, [favourites, queries, tickers, token]);
}

function favouritesIn(groups: readonly MatchGroup[]): number[] {
  return groups.flatMap(({ matches }) => matches.filter(({ added }) => added === 1).map(({ id }) => id));
}

/** The latest quotation of a market. Renders only when it changes. */
export function useQuotation(match: Match): Quotation {
  return useStore(useLive().tickers.store, (tickers) => tickers[match.id]?.quotation) ?? match.currency_quotation;
}

/** One field of a market's latest quotation. Renders only when that field changes. */
export function useQuoted(match: Match, figure: Exclude<keyof Quotation, 'currency_match_id'>): string {
  return useStore(
    useLive().tickers.store,
    (tickers) => (tickers[match.id]?.quotation ?? match.currency_quotation)[figure],
  );
}

/** The 24-hour change in per cent, truncated to the two decimals shown. Renders only when these change. */
export function useShownChange(match: Match): string {
  return useStore(useLive().tickers.store, (tickers) => {
    const cut = truncateDecimal((tickers[match.id]?.quotation ?? match.currency_quotation).change, 2);
    return isZero(cut) ? '0.00' : cut;
  });
}

/** USDT for one unit of a market's quote currency; "0" while unknown. */
export function useUsdtPrice(match: Match): string {
  const { data = '0' } = useRead(
    currencyMatches,
    {},
    {
      staleMs: 60_000,
      select: ({ data: groups }) => groups.find(({ id }) => id === match.quote_currency_id)?.usd_price ?? '0',
    },
  );
  return match.quote_currency_code === 'USDT' ? '1' : data;
}

/** The price decimals of each market; null for an unknown market or while loading. */
export function usePriceDecimals(): (marketId: number) => number | null {
  const { data } = useRead(currencyMatches, {}, { staleMs: 60_000, select: priceDecimalsOf });
  return useCallback((marketId: number) => data?.[marketId] ?? null, [data]);
}

function priceDecimalsOf({ data }: Pick<Answered, 'data'>): Readonly<Record<number, number>> {
  const matches = data.flatMap((group) => group.matches);
  return Object.fromEntries(matches.map(({ id, price_decimals }) => [id, price_decimals]));
}

export function arrange(groups: readonly MatchGroup[]): MarketCatalogue {
  const ordered = groups.toSorted((a, b) => a.id - b.id);
  const listed = ordered.flatMap((group) => {
    const cnyPrice = cnyPriceOf(group);
    return group.matches.map((match) => ({ match, cnyPrice }));
  });
  return { groups: ordered, markets: listed.map((market, index) => ({ index, ...market })) };
}

/** Yuan per dollar when the exchange states no price. */
const defaultCnyPrice = '6.8';

function cnyPriceOf({ cny_price, usd_price }: MatchGroup): string | null {
  if (!isZero(cny_price)) return cny_price;
  return isZero(usd_price) ? null : multiplyDecimals(usd_price, defaultCnyPrice);
}

/**
 * The market of an address: the one at its index, else the last viewed, else the first open one. Null for an invalid
 * index.
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

/** The market that an address was resolved to. */
export interface Visit {
  readonly index: string | undefined;
  readonly marketId: number;
}

/**
 * The market of an address while the list of markets changes. A newly listed market may take the index of another: the
 * page then stays on the market it shows, and a delisted one is not replaced by its neighbour.
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
 * The listed markets of one quote currency (all when null) whose base currency's code or name contains the search,
 * limited to favourites when given.
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
 * Search results by relevance: the exact code, then codes that begin with the search, then the rest. Otherwise the
 * order is kept.
 */
export function rankMarkets(markets: readonly Market[], search: string): readonly Market[] {
  const wanted = search.trim().toUpperCase();
  const rank = ({ match: { base_currency_code: code } }: Market): number => {
    if (code.toUpperCase() === wanted) return 0;
    return code.toUpperCase().startsWith(wanted) ? 1 : 2;
  };
  return markets.toSorted((a, b) => rank(a) - rank(b));
}
