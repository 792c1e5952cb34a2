import type { Match } from '@bourse/contract/markets';
import { buyList, sellList } from '@bourse/contract/spot';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { mergeOpenOrders, type KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { placeOfPage, pagesOf } from './order-pages.ts';
import { useThrottle } from './refetch-on-update.ts';
import { sortOrders, type OrderSort } from './sort-orders.ts';
import type { Side } from '../ticket/order-form.ts';

/** Orders per page. */
export const ordersPerPage = 10;

/** Orders per request for each side, the maximum of the calls; more than nearly every user has. */
const ordersPerRequest = 100;

export interface OpenOrdersFilter {
  readonly side: 'both' | Side;
  /** Null for all markets. */
  readonly match: Match | null;
  readonly sort: OrderSort;
}

export interface OpenOrdersState {
  /** The orders of the page; null until the first answer. */
  readonly rows: readonly KnownOrder[] | null;
  readonly pages: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * A page of open orders of both sides or one, with later updates merged in. The calls list each side separately; a
 * hundred orders of each are fetched, sorted together and divided into pages here.
 */
export function useOpenOrders({ side, match, sort }: OpenOrdersFilter, page: number): OpenOrdersState {
  const [totals, setTotals] = useState<readonly [number, number]>([0, 0]);
  const sizes = { perRequest: ordersPerRequest, perPage: ordersPerPage };
  const { request, index } = placeOfPage(page, totals, sizes);
  const buys = useOpenSide('buy', match, request, side !== 'sell');
  const sells = useOpenSide('sell', match, request, side !== 'buy');
  const [buyTotal, sellTotal] = [buys.total ?? totals[0], sells.total ?? totals[1]];
  if (buyTotal !== totals[0] || sellTotal !== totals[1]) setTotals([buyTotal, sellTotal]);
  const sorted = useMemo(
    () => (buys.rows === null || sells.rows === null ? null : sortOrders([...buys.rows, ...sells.rows], sort)),
    [buys.rows, sells.rows, sort],
  );
  const rows = useMemo(
    () => sorted?.slice(index * ordersPerPage, (index + 1) * ordersPerPage) ?? null,
    [sorted, index],
  );
  return {
    rows,
    pages: pagesOf(totals, sizes).reduce((sum, pages) => sum + pages, 0),
    failed: buys.failed || sells.failed,
    retry: () => {
      buys.retry();
      sells.retry();
    },
  };
}

interface OpenSide {
  readonly rows: readonly KnownOrder[] | null;
  /** The number of orders on all requests; null while unknown. */
  readonly total: number | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

const noRows: readonly KnownOrder[] = [];

/** The open orders of a side in one request; none unless `wanted`. */
function useOpenSide(side: Side, match: Match | null, request: number, wanted: boolean): OpenSide {
  const { orders } = useLive();
  const updates = useStore(orders.store, (view) => view.orders);
  // The first request is the same as that of the book's own orders, so both share an answer.
  const filter = {
    ...(request === 1 ? {} : { page: request }),
    limit: ordersPerRequest,
    ...(match === null ? {} : { currency_match_id: match.id }),
  };
  const list = side === 'buy' ? buyList : sellList;
  const { data, isError, refetch } = useRead(list, filter, { keepPrevious: true, enabled: wanted });
  const way = side === 'buy' ? 2 : 1;
  const marketId = match?.id ?? null;
  const merged = useMemo(
    () =>
      data === undefined
        ? null
        : mergeOpenOrders(
            { orders: data.data.data, sequence: data.sequence, number: data.data.current_page, size: ordersPerRequest },
            updates,
            (order) => order.way === way && (marketId === null || order.currency_match_id === marketId),
          ),
    [data, updates, way, marketId],
  );
  const fetched = data?.data.data.length ?? 0;
  const shown = merged?.length ?? 0;
  // For a list of one request the updates suffice. In a longer list, a new order pushes a row to the next request, and
  // an ended one pulls a row from it.
  const reaches = (data?.data.last_page ?? 1) > 1 || shown > ordersPerRequest;
  const outdated =
    wanted && reaches && shown !== fetched ? `${shown} instead of ${fetched} as of ${data?.sequence}` : null;
  const refetchSoon = useThrottle(refetch);
  useEffect(() => {
    if (outdated !== null) refetchSoon();
  }, [outdated, refetchSoon]);
  if (!wanted) return { rows: noRows, total: 0, failed: false, retry: () => undefined };
  return {
    rows: merged,
    total: data === undefined ? null : data.data.total + shown - fetched,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  };
}
