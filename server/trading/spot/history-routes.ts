import type { CallInput } from '@bourse/contract';
import { historyList, orderInfo, orderTrades, ordersFile, ownTrades, tradesFile } from '@bourse/contract/spot';
import { orderOnWire, ownTradeOnWire } from '../../ground/feed/index.ts';
import { done, type Gateway, type Member, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { Exports } from './exports.ts';
import type { FinishedOrders } from './finished-orders.ts';
import { HistoryCounts } from './history-counts.ts';
import { type OwnTrades, type OwnTradesFound, type Cursor, cursorText, readCursor } from './own-trades.ts';
import { readFilter } from './read-filter.ts';
import type { AnsweredOrders } from './answered-orders.ts';
import type { With } from '../../ground/parts.ts';

interface HistoryParts extends With<'views'> {
  readonly answered: AnsweredOrders;
  readonly finished: FinishedOrders;
  readonly trades: OwnTrades;
}

/** Serves a user's finished orders and trades, as pages and as files. */
export function registerHistory(gateway: Gateway, { views, answered, finished, trades }: HistoryParts): void {
  const { listings } = views;
  const counts = new HistoryCounts(views, (which) => finished.count(which));
  const exports = new Exports({ views, finished, trades });

  gateway.member(historyList, (input, member) => history(input, member));
  gateway.member(orderInfo, (input, member) => one(input, member));
  gateway.member(orderTrades, (input, member) => fills(input, member));
  gateway.member(ownTrades, (input, member) => own(input, member));
  gateway.file(ordersFile, (input, member) => exports.orders(input, member));
  gateway.file(tradesFile, (input, member) => exports.trades(input, member));

  async function history(input: CallInput<typeof historyList>, { user, language }: Member) {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const which = readFilter(input, views);
    if ('ok' in which) return which;
    const wanted = { ...which, user, market: which.market?.id ?? null };
    const { offset, limit } = paging;
    const [orders, total] = await Promise.all([finished.page({ ...wanted, offset, limit }), counts.total(wanted)]);
    const rows = orders.map((order) => orderOnWire(order, listings.market(order.market), language));
    return done(pageOf(rows, total, paging));
  }

  async function one({ id }: CallInput<typeof orderInfo>, member: Member) {
    const order = await find(member, Number(id));
    if (order === null) return refused('order_unknown');
    return done(orderOnWire(order, listings.market(order.market), member.language));
  }

  async function find({ user }: Member, id: number) {
    // Open orders first, because an order leaves the views only after its row is in the table.
    return answered.findOpen(user, id) ?? (await answered.findEnded(user, id));
  }

  async function fills({ id, ...input }: CallInput<typeof orderTrades>, member: Member) {
    const from = readBefore(input);
    if (!from.ok) return from;
    const order = await find(member, Number(id));
    if (order === null) return refused('order_unknown');
    return shown(await trades.ofOrder(order, from.before, from.limit), member);
  }

  async function own(input: CallInput<typeof ownTrades>, member: Member) {
    const from = readBefore(input);
    if (!from.ok) return from;
    const which = readFilter(input, views);
    if ('ok' in which) return which;
    return shown(await trades.page(member.user, which, from.before, from.limit), member);
  }

  function shown({ trades: found, next }: OwnTradesFound, { language }: Member) {
    const data = found.map((trade) => ownTradeOnWire(trade, listings.market(trade.market), language));
    return done({ data, next: next === null ? null : cursorText(next) });
  }
}

function readBefore({ before, limit }: Pick<CallInput<typeof ownTrades>, 'before' | 'limit'>) {
  const paging = readPaging(limit === undefined ? {} : { limit });
  if (!paging.ok) return paging;
  const place: Cursor | null = before === undefined ? null : readCursor(before);
  if (before !== undefined && place === null) return refused('invalid_request', { field: 'before', problem: 'range' });
  return { ok: true, before: place, limit: paging.limit } as const;
}
