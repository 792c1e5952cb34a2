import type { ConsoleInput, userCalls } from '@bourse/contract/console';
import type { Order, OwnTrade } from '@bourse/contract/spot';
import type { UserId } from '@bourse/engine';
import { orderOnWire, type OrderState, ownTradeOnWire, type Views } from '../../ground/feed/index.ts';
import { cursorText, FinishedOrders, OwnTrades, readCursor } from '../../trading/spot/index.ts';
import { cursorRefused, limitOf, type ListPage, pageOf, readIdPage } from './paging.ts';
import { openOrdersOf } from './user-money.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleRefused } from '../../ground/console-gateway/index.ts';

type Paging = ConsoleInput<typeof userCalls.userOrders>;
type Refused = ConsoleRefused<'invalid_request'>;

export function openOrderPage({ views }: UserParts, user: UserId, input: Paging): ListPage<Order> | Refused {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const rows = openOrdersOf(views, user).filter(({ order }) => order < page.before);
  return shownOrders(views, rows, page.limit);
}

/** Orders that have ended, newest first. */
export async function orderPage(
  { db, views }: UserParts,
  user: UserId,
  input: Paging,
): Promise<ListPage<Order> | Refused> {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const limit = page.limit + 1;
  const rows = await new FinishedOrders(db).before(user, page.before, limit);
  return shownOrders(views, rows, page.limit);
}

export async function tradePage(
  { db, views }: UserParts,
  user: UserId,
  input: Paging,
): Promise<ListPage<OwnTrade> | Refused> {
  const before = input.cursor === undefined ? null : readCursor(input.cursor);
  if (input.cursor !== undefined && before === null) return cursorRefused();
  const all = { market: null, side: null, fromMs: null, toMs: null };
  const { trades, next } = await new OwnTrades(db).page(user, all, before, limitOf(input.limit));
  return {
    rows: trades.map((trade) => ownTradeOnWire(trade, views.listings.market(trade.market), 'en')),
    next: next === null ? null : cursorText(next),
  };
}

function shownOrders({ listings }: Views, orders: readonly OrderState[], limit: number): ListPage<Order> {
  const rows = orders.map((order) => ({ id: order.order, order }));
  return pageOf(rows, limit, ({ order }) => orderOnWire(order, listings.market(order.market), 'en'));
}
