import { useNavigate } from '@tanstack/react-router';
import type { Match } from '@bourse/contract/markets';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { followMarket, type Market, type MarketCatalogue, type Visit } from './market-catalogue.ts';
import type { MarketPath } from './market-list-rows.tsx';

/**
 * The market in the address of a page. When the market's index changes, the address is updated. The page's markets are
 * those that `fits`; an address of another one has none.
 *
 * @param index the index in the address; without one, the last viewed or the first market
 */
export function useMarketOfAddress(
  path: MarketPath,
  catalogue: MarketCatalogue | null,
  index: string | undefined,
  fits: (match: Match) => boolean,
): Market | null {
  const { storage } = useLive();
  const navigate = useNavigate();
  const [visit, setVisit] = useState<Visit | null>(null);
  const found = catalogue === null ? null : findIn(catalogue);
  const market = found !== null && fits(found.match) ? found : null;
  const marketId = market?.match.id;
  if (marketId !== undefined && (visit?.index !== index || visit?.marketId !== marketId)) setVisit({ index, marketId });
  const moved = market !== null && index !== undefined && String(market.index) !== index ? String(market.index) : null;
  useEffect(() => {
    if (moved !== null) void navigate({ to: path, search: { id: moved }, replace: true, resetScroll: false });
  }, [moved, navigate, path]);
  useArrival(market);
  return market;

  function findIn(all: MarketCatalogue): Market | null {
    const offered = index === undefined ? { ...all, markets: all.markets.filter((one) => fits(one.match)) } : all;
    return followMarket(offered, index, storage.read('curmatch'), visit);
  }
}

/** Stores the market, and announces a change of market to screen readers. */
function useArrival(market: Market | null): void {
  const { storage } = useLive();
  const before = useRef<string | null>(null);
  const { id, symbol } = market?.match ?? {};
  useEffect(() => {
    if (id === undefined || symbol === undefined) return;
    storage.write('curmatch', String(id));
    if (before.current !== null && before.current !== symbol) announce(symbol);
    before.current = symbol;
  }, [id, symbol, storage]);
}
