import type { CallInput } from '@bourse/contract';
import {
  batchAdd,
  batchCancel,
  buyAdd,
  buyCancel,
  buyCancelAll,
  buyList,
  buyReduce,
  buyReplace,
  orderAdd,
  orderBatch,
  orderBatchCancel,
  orderCancel,
  orderCancelAll,
  orderReduce,
  orderReplace,
  sellAdd,
  sellCancel,
  sellCancelAll,
  sellList,
  sellReduce,
  sellReplace,
} from '@bourse/contract/spot';
import type { Side } from '@bourse/engine';
import { orderOnWire } from '../../ground/feed/index.ts';
import {
  done,
  type Gateway,
  type Member,
  pageOf,
  readPaging,
  refused,
  type SocketCalls,
} from '../../ground/gateway/index.ts';
import { cancelBatch, placeBatch } from './batch.ts';
import { OrderChanges } from './change-order.ts';
import { FinishedOrders } from './finished-orders.ts';
import { registerHistory } from './history-routes.ts';
import { OrderEntry } from './order-entry.ts';
import { OwnTrades } from './own-trades.ts';
import { sideOf } from './side.ts';
import { AnsweredOrders } from './answered-orders.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the spot calls. */
export type SpotParts = With<'db' | 'requests' | 'views'>;

/**
 * Serves placing, changing, cancelling and listing spot orders, over HTTP and the socket. `tx_in` buys, `tx_out` sells.
 */
export function registerSpot(gateway: Gateway, socket: SocketCalls, { requests, views, db }: SpotParts): void {
  const finished = new FinishedOrders(db);
  const answered = new AnsweredOrders(views, finished);
  const orderEntry = new OrderEntry({ requests, views, answered });
  const changes = new OrderChanges({ requests, views, answered });
  const wrongWay = () => refused('invalid_request', { field: 'way', problem: 'enum' });

  gateway.member(buyAdd, (input, member) => orderEntry.place(buyAdd, input, 'buy', member));
  gateway.member(sellAdd, (input, member) => orderEntry.place(sellAdd, input, 'sell', member));
  gateway.member(buyCancel, (input, member) => orderEntry.cancel(input, 'buy', member));
  gateway.member(sellCancel, (input, member) => orderEntry.cancel(input, 'sell', member));
  gateway.member(buyReplace, (input, member) => changes.replace(buyReplace, input, 'buy', member));
  gateway.member(sellReplace, (input, member) => changes.replace(sellReplace, input, 'sell', member));
  gateway.member(buyReduce, (input, member) => changes.reduce(input, 'buy', member));
  gateway.member(sellReduce, (input, member) => changes.reduce(input, 'sell', member));
  gateway.member(buyCancelAll, (input, member) => orderEntry.cancelAll(input, 'buy', member));
  gateway.member(sellCancelAll, (input, member) => orderEntry.cancelAll(input, 'sell', member));
  gateway.member(batchAdd, (input, member) => placeBatch(orderEntry, input, member, views.sequence));
  gateway.member(batchCancel, (input, member) => cancelBatch(orderEntry, input, member, views.sequence));
  gateway.member(buyList, (input, member) => open(input, 'buy', member));
  gateway.member(sellList, (input, member) => open(input, 'sell', member));
  registerHistory(gateway, { views, answered, finished, trades: new OwnTrades(db) });

  socket.member(orderAdd, (input, member) => {
    const side = sideOf(input.way);
    return side === undefined ? wrongWay() : orderEntry.place(sellAdd, input, side, member);
  });
  socket.member(orderCancel, (input, member) => {
    const side = input.way === undefined ? null : sideOf(input.way);
    return side === undefined ? wrongWay() : orderEntry.cancel(input, side, member);
  });
  socket.member(orderReplace, (input, member) => {
    const side = input.way === undefined ? null : sideOf(input.way);
    return side === undefined ? wrongWay() : changes.replace(sellReplace, input, side, member);
  });
  socket.member(orderReduce, (input, member) => {
    const side = input.way === undefined ? null : sideOf(input.way);
    return side === undefined ? wrongWay() : changes.reduce(input, side, member);
  });
  socket.member(orderCancelAll, (input, member) => {
    const side = sideOf(input.way);
    return side === undefined ? wrongWay() : orderEntry.cancelAll(input, side, member);
  });
  socket.member(orderBatch, (input, member) => placeBatch(orderEntry, input, member, views.sequence));
  socket.member(orderBatchCancel, (input, member) => cancelBatch(orderEntry, input, member, views.sequence));

  function open(input: CallInput<typeof buyList>, side: Side, { user, language }: Member) {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const market =
      input.currency_match_id === undefined ? null : views.listings.findMarket(Number(input.currency_match_id));
    if (market === undefined) return refused('market_unknown');
    const before = input.before === undefined ? Infinity : Number(input.before);
    const orders = views.orders.ofUser(user, side, market?.id ?? null).filter(({ order }) => order < before);
    const rows = orders
      .slice(paging.offset, paging.offset + paging.limit)
      .map((order) => orderOnWire(order, views.listings.market(order.market), language));
    return done(pageOf(rows, orders.length, paging));
  }
}
