import { buyList, sellList, type Match } from '@bourse/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { mergeOpenOrders, type KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { useGathered } from './refetch-on-news.ts';
import type { Side } from '../ticket/order-form.ts';

/** How many orders stand on a page. */
export const ordersPerPage = 10;

export interface OpenOrdersState {
  /** Null until the first answer. */
  readonly rows: readonly KnownOrder[] | null;
  readonly pages: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** One page of open orders of a side, of one market or (null) of all, with the news since it was fetched worked in. */
export function useOpenOrders(side: Side, match: Match | null, page: number): OpenOrdersState {
  const { orders } = useLive();
  const news = useStore(orders.store, (view) => view.orders);
  const filter = { page, limit: ordersPerPage, ...(match === null ? {} : { currency_match_id: match.id }) };
  const { data, isError, refetch } = useRead(side === 'buy' ? buyList : sellList, filter, { keepPrevious: true });
  const way = side === 'buy' ? 2 : 1;
  const matchId = match?.id ?? null;
  const merged = useMemo(
    () =>
      data === undefined
        ? null
        : mergeOpenOrders(
            { orders: data.data.data, sequence: data.sequence, number: data.data.current_page, size: ordersPerPage },
            news,
            (order) => order.way === way && (matchId === null || order.currency_match_id === matchId),
          ),
    [data, news, way, matchId],
  );
  const fetched = data?.data.data.length ?? 0;
  const shown = merged?.length ?? 0;
  // Within one page the news say everything. Beyond that, what came pushes rows to the next page, and what went makes room for its.
  const reaches = (data?.data.last_page ?? 1) > 1 || shown > ordersPerPage;
  const outdated = reaches && shown !== fetched ? `${shown} instead of ${fetched} as of ${data?.sequence}` : null;
  const refetchSoon = useGathered(refetch);
  useEffect(() => {
    if (outdated !== null) refetchSoon();
  }, [outdated, refetchSoon]);
  const rows = useMemo(() => merged?.slice(0, ordersPerPage) ?? null, [merged]);
  const pages = Math.max(data?.data.last_page ?? 1, shown > ordersPerPage ? 2 : 1);
  return { rows, pages, failed: isError && data === undefined, retry: () => void refetch() };
}
