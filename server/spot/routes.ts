import {
  buyAdd,
  buyCancel,
  buyCancelAll,
  buyList,
  type CallInput,
  historyList,
  type Order,
  sellAdd,
  sellCancel,
  sellCancelAll,
  sellList,
} from '@bourse/contract';
import { type OrderAccepted, orderId, type OrderId, type RequestRepeated, type Side } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Committed, Core } from '../core/index.ts';
import type { Schema } from '../database/index.ts';
import { endedOrder, type Market, orderOnWire, type OrderState, type Views } from '../feed/index.ts';
import { type Answer, done, type Gateway, type Member, refused } from '../gateway/index.ts';
import { cancelAllOrders } from './cancel-all.ts';
import { FinishedOrders } from './finished-orders.ts';
import { pageOf, readPaging } from './paging.ts';
import { readOrder } from './read-order.ts';
import { spotRefusal } from './refusal.ts';

/** What the spot calls work with. */
export interface SpotParts {
  readonly core: Core;
  readonly views: Views;
  readonly db: Kysely<Schema>;
}

/** Serves placing, cancelling and listing spot orders. `tx_in` buys, `tx_out` sells. */
export function registerSpot(gateway: Gateway, { core, views, db }: SpotParts): void {
  const finished = new FinishedOrders(db);

  gateway.member(buyAdd, (input, member) => add(input, 'buy', member));
  gateway.member(sellAdd, (input, member) => add(input, 'sell', member));
  gateway.member(buyCancel, (input, member) => cancel(input, 'buy', member));
  gateway.member(sellCancel, (input, member) => cancel(input, 'sell', member));
  gateway.member(buyCancelAll, (input, member) => cancelAll(input, 'buy', member));
  gateway.member(sellCancelAll, (input, member) => cancelAll(input, 'sell', member));
  gateway.member(buyList, (input, member) => open(input, 'buy', member));
  gateway.member(sellList, (input, member) => open(input, 'sell', member));
  gateway.member(historyList, (input, member) => history(input, member));

  async function add(input: CallInput<typeof buyAdd>, side: Side, member: Member): Promise<Answer<Order>> {
    const read = readOrder(input, side, member, views);
    if (!read.ok) return read;
    const committed = await core.submit(read.command);
    const answer = (order: OrderState) =>
      done(orderOnWire(order, read.market, member.language), {
        message: 'order_placed',
        sequence: committed.sequence,
      });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(event.rejection, views, read.market);
      if (event.type === 'order_accepted') return answer(placedOrder(event, committed));
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected') return spotRefusal(event.first.rejection, views, read.market);
        return answer(await firstPlaced(event, orderOf(event)));
      }
    }
    throw new Error(`command ${committed.sequence} placed an order but has no outcome`);
  }

  async function cancel(input: CallInput<typeof buyCancel>, side: Side, member: Member): Promise<Answer<Order>> {
    const id = Number(input.id);
    if (id === 0) return refused('order_not_found');
    const { user, requestKey, language } = member;
    const committed = await core.submit({ type: 'cancel_order', user, order: orderId(id), side, requestKey });
    const answer = (order: OrderState, market: Market) =>
      done(orderOnWire(order, market, language), { message: 'order_cancelled', sequence: committed.sequence });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(event.rejection, views, null);
      if (event.type === 'order_ended') {
        return answer(endedOrder(event, committed.timeMs), views.listings.market(event.market));
      }
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected') return spotRefusal(event.first.rejection, views, null);
        const row = await finished.find(user, orderOf(event));
        if (row === null) throw new Error(`order ${orderOf(event)} was cancelled but is not in the order table`);
        return answer(row.order, views.listings.market(row.order.market));
      }
    }
    throw new Error(`command ${committed.sequence} cancelled an order but has no outcome`);
  }

  async function cancelAll(input: CallInput<typeof buyCancelAll>, side: Side, member: Member) {
    const { currency_match_id: id } = input;
    const market = id === undefined ? null : views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const outcome = await cancelAllOrders({ core, views }, member, side, market);
    if (outcome.type === 'rejected') return spotRefusal(outcome.rejection, views, market);
    const { cancelled, more, sequence } = outcome;
    return done({ cancelled, more }, { message: 'orders_cancelled', sequence });
  }

  /** The order as it stood when it was first answered: with the trades of its own command, and ended if that command ended it. */
  async function firstPlaced(event: RequestRepeated, id: OrderId): Promise<OrderState> {
    // An order leaves the views only when its row is in the table, so asking in this order always finds it.
    const openNow = views.orders.find(id);
    const ended = openNow === undefined ? await finished.find(event.user, id) : null;
    const order = openNow ?? ended?.order;
    if (order === undefined) throw new Error(`order ${id} is neither open nor in the order table`);
    const endedThen = ended !== null && ended.endedSequence === event.firstSequence;
    return {
      ...order,
      ...(await finished.firstFills(id, event.firstSequence)),
      updatedAtMs: order.acceptedAtMs,
      endReason: endedThen ? ended.order.endReason : null,
    };
  }

  function open(input: CallInput<typeof buyList>, side: Side, { user, language }: Member) {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const market =
      input.currency_match_id === undefined ? null : views.listings.findMarket(Number(input.currency_match_id));
    if (market === undefined) return refused('market_unknown');
    const orders = views.orders.ofUser(user, side, market?.id ?? null);
    const rows = orders
      .slice(paging.offset, paging.offset + paging.limit)
      .map((order) => orderOnWire(order, views.listings.market(order.market), language));
    return done(pageOf(rows, orders.length, paging));
  }

  async function history(input: CallInput<typeof historyList>, { user, language }: Member) {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const market =
      input.currency_match_id === undefined ? null : views.listings.findMarket(Number(input.currency_match_id));
    if (market === undefined) return refused('market_unknown');
    const side = input.way === undefined ? null : sideOf(Number(input.way));
    if (side === undefined) return refused('invalid_request', { field: 'way', problem: 'enum' });
    const { offset, limit } = paging;
    const { orders, total } = await finished.page({ user, market: market?.id ?? null, side, offset, limit });
    const rows = orders.map((order) => orderOnWire(order, views.listings.market(order.market), language));
    return done(pageOf(rows, total, paging));
  }
}

/** An order after the command that placed it, from that command's events alone: later commands are not in it. */
function placedOrder(accepted: OrderAccepted, committed: Committed): OrderState {
  const { type: _type, held: _held, ...facts } = accepted;
  let filled = 0;
  let filledQuote = 0;
  let fee = 0;
  for (const event of committed.events) {
    if (event.type === 'order_ended' && event.order === accepted.order) return endedOrder(event, committed.timeMs);
    if (event.type !== 'traded') continue;
    filled += event.quantity;
    filledQuote += event.quoteAmount;
    fee += event.takerFee;
  }
  return {
    ...facts,
    acceptedSequence: committed.sequence,
    acceptedAtMs: committed.timeMs,
    filled,
    filledQuote,
    fee,
    updatedAtMs: committed.timeMs,
    endReason: null,
  };
}

/** The order that a request was first answered with. */
function orderOf({ first, firstSequence }: RequestRepeated): OrderId {
  if (first.type !== 'order') throw new Error(`command ${firstSequence} was about one order but has no such outcome`);
  return first.order;
}

function sideOf(way: number): Side | undefined {
  if (way === 1) return 'sell';
  return way === 2 ? 'buy' : undefined;
}
