import { useEffect, useState, type RefObject } from 'react';
import { useLive } from '../../live/context.tsx';
import type { Market } from './market-catalogue.ts';
import { sortMarkets, type MarketSort } from './market-sort.ts';

/** How often a table that is sorted by live values is sorted again, in milliseconds. */
const reorderMs = 3_000;

/**
 * The markets in the order of a sort. Rows must not move away from under the pointer: they are sorted again only every
 * few seconds, and never while pointer or focus is inside them.
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
