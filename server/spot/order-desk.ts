import type { buyAdd, buyCancel, buyCancelAll, CallInput, Order } from '@bourse/contract';
import { assertNever, type OrderAccepted, type OrderId, type RequestRepeated, type Side } from '@bourse/engine';
import type { Committed, Core } from '../core/index.ts';
import { isDatabaseUnavailable } from '../database/index.ts';
import { endedOrder, type Market, orderOnWire, type OrderState, type Views } from '../feed/index.ts';
import { type Answer, done, type Member, refused } from '../gateway/index.ts';
import { cancelAllOrders } from './cancel-all.ts';
import type { FinishedOrders } from './finished-orders.ts';
import { readCancel } from './read-cancel.ts';
import { readOrder } from './read-order.ts';
import { spotRefusal } from './refusal.ts';

/** What order entry works with. */
export interface DeskParts {
  readonly core: Core;
  readonly views: Views;
  readonly finished: FinishedOrders;
}

/**
 * Places and cancels a person's orders, whatever carries the call. Every method hands its command to the core before it waits for anything,
 * so commands of calls that are made one after the other keep that order.
 */
export class OrderDesk {
  readonly #core: Core;
  readonly #views: Views;
  readonly #finished: FinishedOrders;

  constructor({ core, views, finished }: DeskParts) {
    this.#core = core;
    this.#views = views;
    this.#finished = finished;
  }

  async place(input: CallInput<typeof buyAdd>, side: Side, member: Member): Promise<Answer<Order>> {
    const read = readOrder(input, side, member, this.#views);
    if (!read.ok) return read;
    const { market } = read;
    const committed = await this.#core.submit(read.command);
    const answer = (order: OrderState) =>
      done(orderOnWire(order, market, member.language), { message: 'order_placed', sequence: committed.sequence });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(event.rejection, this.#views, market);
      if (event.type === 'order_accepted') return answer(placedOrder(event, committed));
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected') return spotRefusal(event.first.rejection, this.#views, market);
        return lookedUp(async () => answer(await this.#firstPlaced(event, orderOf(event))));
      }
    }
    throw new Error(`command ${committed.sequence} placed an order but has no outcome`);
  }

  /** With a side, an order of the other side is not found. */
  async cancel(input: CallInput<typeof buyCancel>, side: Side | null, member: Member): Promise<Answer<Order>> {
    const read = readCancel(input, side, member);
    if (!read.ok) return read;
    const { listings } = this.#views;
    const committed = await this.#core.submit(read.command);
    const answer = (order: OrderState, market: Market) =>
      done(orderOnWire(order, market, member.language), { message: 'order_cancelled', sequence: committed.sequence });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(event.rejection, this.#views, null);
      // The command may have triggered stop orders before it came to its own, or after; none of those ends at its user's wish.
      if (event.type === 'order_ended' && event.reason === 'user')
        return answer(endedOrder(event, committed.timeMs), listings.market(event.market));
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected') return spotRefusal(event.first.rejection, this.#views, null);
        return lookedUp(async () => {
          const row = await this.#finished.find(event.user, orderOf(event));
          if (row === null) throw new Error(`order ${orderOf(event)} was cancelled but is not in the order table`);
          return answer(row.order, listings.market(row.order.market));
        });
      }
    }
    throw new Error(`command ${committed.sequence} cancelled an order but has no outcome`);
  }

  /** Of one side, on one market or on every market. */
  async cancelAll({ currency_match_id: id }: CallInput<typeof buyCancelAll>, side: Side, member: Member) {
    const market = id === undefined ? null : this.#views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const outcome = await cancelAllOrders({ core: this.#core, views: this.#views }, member, side, market);
    switch (outcome.type) {
      case 'rejected':
        return spotRefusal(outcome.rejection, this.#views, market);
      case 'cancelled': {
        const { cancelled, more, sequence } = outcome;
        return done({ cancelled, more }, { message: 'orders_cancelled', sequence });
      }
      default:
        return assertNever(outcome);
    }
  }

  /** The order as it stood when it was first answered: with the trades of its own command, and ended if that command ended it. */
  async #firstPlaced(event: RequestRepeated, id: OrderId): Promise<OrderState> {
    // An order leaves the views only when its row is in the table, so asking in this order always finds it.
    const openNow = this.#views.orders.find(id);
    const ended = openNow === undefined ? await this.#finished.find(event.user, id) : null;
    const order = openNow ?? ended?.order;
    if (order === undefined) throw new Error(`order ${id} is neither open nor in the order table`);
    const first = { updatedAtMs: order.acceptedAtMs, endReason: null };
    if (order.stopPrice !== null) return { ...order, ...first, isWaiting: true, filled: 0, filledQuote: 0, fee: 0 };
    const endedThen = ended !== null && ended.endedSequence === event.firstSequence;
    return {
      ...order,
      ...(await this.#finished.firstFills(id, event.firstSequence)),
      ...first,
      ...(endedThen ? { endReason: ended.order.endReason } : {}),
    };
  }
}

/**
 * An answer that has to be looked up again. It was decided before, so when the database cannot be asked the caller must not be told that
 * nothing was done.
 */
async function lookedUp(look: () => Promise<Answer<Order>>): Promise<Answer<Order>> {
  try {
    return await look();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return refused('outcome_pending');
    throw error;
  }
}

/** An order after the command that placed it, from that command's events alone: later commands are not in it. */
function placedOrder(accepted: OrderAccepted, committed: Committed): OrderState {
  const { type: _type, held: _held, ...facts } = accepted;
  const isWaiting = accepted.stopPrice !== null;
  let filled = 0;
  let filledQuote = 0;
  let fee = 0;
  for (const event of committed.events) {
    // Should a stop order be triggered by the command that placed it, the socket tells so.
    if (isWaiting) break;
    if (event.type === 'order_ended' && event.order === accepted.order) return endedOrder(event, committed.timeMs);
    if (event.type !== 'traded') continue;
    const takes = event.takerOrder === accepted.order;
    if (!takes && event.makerOrder !== accepted.order) continue;
    filled += event.quantity;
    filledQuote += event.quoteAmount;
    fee += takes ? event.takerFee : event.makerFee;
  }
  return {
    ...facts,
    isWaiting,
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
