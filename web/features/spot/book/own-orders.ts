import type { DepthRow, Match } from '@bourse/contract/markets';
import { buyList, sellList } from '@bourse/contract/spot';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { fromUnits, toUnits } from '../../../live/decimal.ts';
import { mergeOpenOrders, type KnownOrder, type OrderView } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import type { Side } from '../ticket/order-draft.ts';
import type { BookScale, BookSides } from './book-lines.ts';

/** The maximum page size. A market allows 200 open orders, which are two pages if they are all on one side. */
const pageSize = 100;

/** The user's resting orders in a market, in the form of the book. Empty for a visitor. */
export function useOwnOrders(match: Match): BookSides {
  const { buys, sells } = useOwnOpenOrders(match.id);
  return useMemo(() => ({ bids: levelsOf(buys, match), asks: levelsOf(sells, match) }), [match, buys, sells]);
}

export interface OwnOpenOrders {
  readonly buys: readonly KnownOrder[];
  readonly sells: readonly KnownOrder[];
}

/** The user's open orders in a market on both sides. Empty for a visitor. */
export function useOwnOpenOrders(marketId: number): OwnOpenOrders {
  const buys = useOwnSide('buy', marketId);
  const sells = useOwnSide('sell', marketId);
  return useMemo(() => ({ buys, sells }), [buys, sells]);
}

/** The user's resting orders on one side of the book, fetched only while `wanted`. */
export function useOwnLevels(match: Match, side: Side, wanted: boolean): readonly DepthRow[] {
  const orders = useOwnSide(side, match.id, wanted);
  return useMemo(() => levelsOf(orders, match), [orders, match]);
}

const noOrders: readonly KnownOrder[] = [];
const noUpdates: OrderView['orders'] = {};

function useOwnSide(side: Side, marketId: number, wanted = true): readonly KnownOrder[] {
  const { orders } = useLive();
  const updates = useStore(orders.store, (view) => (wanted ? view.orders : noUpdates));
  const list = side === 'buy' ? buyList : sellList;
  const filter = { limit: pageSize, currency_match_id: marketId };
  const first = useRead(list, filter, { enabled: wanted }).data;
  const goesOn = wanted && (first?.data.total ?? 0) > pageSize;
  // The second page starts after the last order of the first. A page number would skip orders when one ends in between.
  const before = goesOn ? first?.data.data.at(-1)?.id : undefined;
  const rest = { ...filter, ...(before === undefined ? {} : { before }) };
  const second = useRead(list, rest, { enabled: goesOn, keepPrevious: true }).data;
  return useMemo(
    () =>
      wanted ? openOrders(marketId, side === 'buy' ? 2 : 1, [first, goesOn ? second : undefined], updates) : noOrders,
    [wanted, marketId, side, first, goesOn, second, updates],
  );
}

type ListPage = { readonly data: { readonly data: readonly KnownOrder[] }; readonly sequence: number } | undefined;

function openOrders(
  marketId: number,
  way: 1 | 2,
  fetched: readonly ListPage[],
  updates: OrderView['orders'],
): readonly KnownOrder[] {
  const pages = fetched.filter((page) => page !== undefined);
  // While another second page is loading, the previous one is shown, which may overlap with the first.
  const known = new Map(pages.flatMap((page) => page.data.data.map((order) => [order.id, order])));
  return mergeOpenOrders(
    {
      orders: [...known.values()].toSorted((a, b) => b.id - a.id),
      sequence: pages.length === 0 ? -1 : Math.min(...pages.map(({ sequence }) => sequence)),
      number: 1,
      size: pages.length * pageSize,
    },
    updates,
    (order) => order.way === way && order.currency_match_id === marketId,
  );
}

/** The open amounts of orders that rest in the book, by price, without untriggered stop orders. */
export function levelsOf(
  orders: readonly Pick<KnownOrder, 'status' | 'price' | 'number' | 'transacted_amount'>[],
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
