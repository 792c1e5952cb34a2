import type { Match } from '@bourse/contract/markets';
import { buyList, sellList } from '@bourse/contract/spot';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { mergeOpenOrders, type KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { useThrottle } from './refetch-on-update.ts';
import type { Side } from '../ticket/order-form.ts';

/** Orders per page. */
export const ordersPerPage = 10;

export interface OpenOrdersState {
  /** The orders; null until the first answer. */
  readonly rows: readonly KnownOrder[] | null;
  readonly pages: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** A page of open orders of one side, on one market or (null) all, with later updates merged in. */
export function useOpenOrders(side: Side, match: Match | null, page: number): OpenOrdersState {
  const { orders } = useLive();
  const updates = useStore(orders.store, (view) => view.orders);
  const filter = { page, limit: ordersPerPage, ...(match === null ? {} : { currency_match_id: match.id }) };
  const { data, isError, refetch } = useRead(side === 'buy' ? buyList : sellList, filter, { keepPrevious: true });
  const way = side === 'buy' ? 2 : 1;
  const marketId = match?.id ?? null;
  const merged = useMemo(
    () =>
      data === undefined
        ? null
        : mergeOpenOrders(
            { orders: data.data.data, sequence: data.sequence, number: data.data.current_page, size: ordersPerPage },
            updates,
            (order) => order.way === way && (marketId === null || order.currency_match_id === marketId),
          ),
    [data, updates, way, marketId],
  );
  const fetched = data?.data.data.length ?? 0;
  const shown = merged?.length ?? 0;
  // For a list of one page the updates suffice. In a longer list, a new order pushes a row to the next page, and an
  // ended one pulls a row from it.
  const reaches = (data?.data.last_page ?? 1) > 1 || shown > ordersPerPage;
  const outdated = reaches && shown !== fetched ? `${shown} instead of ${fetched} as of ${data?.sequence}` : null;
  const refetchSoon = useThrottle(refetch);
  useEffect(() => {
    if (outdated !== null) refetchSoon();
  }, [outdated, refetchSoon]);
  const rows = useMemo(() => merged?.slice(0, ordersPerPage) ?? null, [merged]);
  const pages = Math.max(data?.data.last_page ?? 1, shown > ordersPerPage ? 2 : 1);
  return { rows, pages, failed: isError && data === undefined, retry: () => void refetch() };
}
