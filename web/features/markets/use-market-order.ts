import { useEffect, useState, type RefObject } from 'react';
import { useLive } from '../../live/context.tsx';
import type { Market } from './market-catalogue.ts';
import { sortMarkets, type MarketSort } from './market-sort.ts';

/** How often a table that is sorted by something live is put in order again. */
const reorderMs = 3_000;

/**
 * The markets in the order of a sort. Prices move all the time, but rows must not run away from under a finger: they
 * are put in order again every few seconds, and not at all while the pointer or the focus is in them.
 */
export function useMarketOrder(
  markets: readonly Market[],
  sort: MarketSort | null,
  rows: RefObject<HTMLElement | null>,
): readonly Market[] {
  const { store } = useLive().tickers;
  const [order, setOrder] = useState({ markets, sort, sorted: sortMarkets(markets, sort, store.getState()) });
  let { sorted } = order;
  if (order.markets !== markets || order.sort !== sort) {
    sorted = sortMarkets(markets, sort, store.getState());
    setOrder({ markets, sort, sorted });
  }
  const isLive = sort !== null && sort.column !== 'pair';
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => {
      if (rows.current?.matches(':hover, :focus-within') === true) return;
      setOrder((before) => {
        const after = sortMarkets(before.markets, before.sort, store.getState());
        return after.every((market, at) => market === before.sorted[at]) ? before : { ...before, sorted: after };
      });
    }, reorderMs);
    return () => clearInterval(timer);
  }, [isLive, rows, store]);
  return sorted;
}
