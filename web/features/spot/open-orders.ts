import { buyList, sellList, type Match, type Order } from '@bourse/contract';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { mergeOpenOrders } from '../../live/feeds/orders.ts';
import { useRead } from '../../live/read.ts';
import type { Side } from './order-form.ts';

/** How many orders stand on a page. */
export const ordersPerPage = 10;

export interface OpenOrdersState {
  /** Null until the first answer. */
  readonly rows: readonly Order[] | null;
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
  const rows = useMemo(
    () =>
      data === undefined
        ? null
        : mergeOpenOrders(
            { orders: data.data.data, sequence: data.sequence, number: page },
            news,
            (order) => order.way === way && (matchId === null || order.currency_match_id === matchId),
          ),
    [data, news, page, way, matchId],
  );
  return { rows, pages: data?.data.last_page ?? 1, failed: isError && data === undefined, retry: () => void refetch() };
}
