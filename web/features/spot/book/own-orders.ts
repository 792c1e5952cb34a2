import { buyList, sellList, type DepthRow, type Match, type Order } from '@bourse/contract';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { fromUnits, toUnits } from '../../../live/decimal.ts';
import { mergeOpenOrders, type OrderView } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import type { BookScale, BookSides } from './book-lines.ts';

/** The longest page of open orders; who has more on one side of a market sees the newest of them marked. */
const most = 100;

/** What the reader has standing in the book of a market, in the form of the book. Nothing for a visitor. */
export function useOwnOrders(match: Match): BookSides {
  const { buys, sells } = useOwnOpenOrders(match.id);
  return useMemo(() => ({ bids: levelsOf(buys, match), asks: levelsOf(sells, match) }), [match, buys, sells]);
}

export interface OwnOpenOrders {
  readonly buys: readonly Order[];
  readonly sells: readonly Order[];
}

/** The reader's open orders of a market, of both sides. None for a visitor. */
export function useOwnOpenOrders(matchId: number): OwnOpenOrders {
  const { orders } = useLive();
  const news = useStore(orders.store, (view) => view.orders);
  const filter = { page: 1, limit: most, currency_match_id: matchId };
  const buys = useRead(buyList, filter).data;
  const sells = useRead(sellList, filter).data;
  return useMemo(
    () => ({ buys: openOrders(matchId, 2, buys, news), sells: openOrders(matchId, 1, sells, news) }),
    [matchId, buys, sells, news],
  );
}

function openOrders(
  matchId: number,
  way: 1 | 2,
  page: { readonly data: { readonly data: readonly Order[] }; readonly sequence: number } | undefined,
  news: OrderView['orders'],
): readonly Order[] {
  const known = page === undefined ? { orders: [], sequence: -1 } : { orders: page.data.data, sequence: page.sequence };
  return mergeOpenOrders(
    { ...known, number: 1, size: most },
    news,
    (order) => order.way === way && order.currency_match_id === matchId,
  );
}

/** What is open of orders that rest in the book, by price. Stop orders that wait for their price are not in it. */
export function levelsOf(
  orders: readonly Pick<Order, 'status' | 'price' | 'number' | 'transacted_amount'>[],
  { amount_decimals }: Pick<BookScale, 'amount_decimals'>,
): DepthRow[] {
  const levels = new Map<string, bigint>();
  for (const { status, price, number, transacted_amount } of orders) {
    if (status === 'untriggered') continue;
    const open = toUnits(number, amount_decimals) - toUnits(transacted_amount, amount_decimals);
    if (open > 0n) levels.set(price, (levels.get(price) ?? 0n) + open);
  }
  return [...levels].map(([price, open]) => ({ price, amount: fromUnits(open, amount_decimals) }));
}
