import { currencyMatches, type Match, type MatchGroup } from '@bourse/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import type { Ticker } from '../../live/feeds/tickers.ts';
import { useRead } from '../../live/read.ts';

/** A market with the index by which addresses name it: its place in the flattened list of groups, closed ones included. */
export interface Market {
  readonly index: number;
  readonly match: Match;
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

/** The latest quotation of one market; only its own changes render again. */
export function useTicker(matchId: number): Ticker | null {
  return useStore(useLive().tickers.store, (tickers) => tickers[matchId]) ?? null;
}

export function arrange(groups: readonly MatchGroup[]): MarketCatalogue {
  const ordered = groups.toSorted((a, b) => a.id - b.id);
  const matches = ordered.flatMap((group) => group.matches);
  return { groups: ordered, markets: matches.map((match, index) => ({ index, match })) };
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

/** The listed markets of one quote currency (all when null) whose base currency contains what is searched for; of the favourites when given. */
export function filterMarkets(
  catalogue: MarketCatalogue,
  quoteId: number | null,
  search: string,
  favourites?: ReadonlySet<number>,
): readonly Market[] {
  const wanted = search.trim().toUpperCase();
  const group = catalogue.groups.find(({ id }) => id === quoteId);
  const ids = group === undefined ? null : new Set(group.matches.map(({ id }) => id));
  return catalogue.markets.filter(
    ({ match }) =>
      match.open_change === 1 &&
      (ids === null || ids.has(match.id)) &&
      (favourites === undefined || favourites.has(match.id)) &&
      (match.base_currency_code.toUpperCase().includes(wanted) || match.symbol.toUpperCase().includes(wanted)),
  );
}
