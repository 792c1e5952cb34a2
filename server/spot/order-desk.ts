import type { CallInput, RefusalOf } from '@bourse/contract';
import { type buyAdd, buyCancel, buyCancelAll, type Order, type sellAdd } from '@bourse/contract/spot';
import {
  assertNever,
  type CancelAll,
  type OrdersCancelled,
  type RequestRepeated,
  type Side,
  type TriggeredOrder,
} from '@bourse/engine';
import type { Core } from '../core/index.ts';
import { type Market, orderOnWire, type OrderState, placedOrder, type Views } from '../feed/index.ts';
import { type Answer, type AnswerTo, done, type Member, refused, repeated } from '../gateway/index.ts';
import { readCancel } from './read-cancel.ts';
import { readOrder, type ReadOrder } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { lookedUp, orderOf, type ToldOrders } from './told-orders.ts';

/** What order entry works with. */
export interface DeskParts {
  readonly core: Core;
  readonly views: Views;
  readonly told: ToldOrders;
}

/**
 * Places and cancels a person's orders, whatever carries the call. Every method hands its command to the core before it waits for anything,
 * so commands of calls that are made one after the other keep that order.
 */
export class OrderDesk {
  readonly #core: Core;
  readonly #views: Views;
  readonly #told: ToldOrders;

  constructor({ core, views, told }: DeskParts) {
    this.#core = core;
    this.#views = views;
    this.#told = told;
  }

  /** `call` is the one that asked, whose refusals the answer may have. */
  async place<C extends typeof buyAdd | typeof sellAdd>(
    call: C,
    input: CallInput<typeof buyAdd>,
    side: Side,
    member: Member,
  ): Promise<Answer<Order, RefusalOf<typeof buyAdd> | RefusalOf<C>>> {
    const read = readOrder(input, side, member, this.#views);
    if (!read.ok) return read;
    const { market } = read;
    const committed = await this.#core.submit(read.command);
    const answer = (order: OrderState) =>
      done(orderOnWire(order, market, member.language), { sequence: committed.sequence });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(call, event.rejection, this.#views, market);
      if (event.type === 'order_accepted') return answer(placedOrder(event, committed));
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected')
          return repeated(spotRefusal(call, event.first.rejection, this.#views, market));
        return lookedUp(async () => repeated(answer(await this.#firstPlaced(read.command, event))));
      }
    }
    throw new Error(`command ${committed.sequence} placed an order but has no outcome`);
  }

  /** With a side, an order of the other side is not found. */
  async cancel(
    input: CallInput<typeof buyCancel>,
    side: Side | null,
    member: Member,
  ): Promise<AnswerTo<typeof buyCancel>> {
    const read = readCancel(input, side, member);
    if (!read.ok) return read;
    const { listings } = this.#views;
    const committed = await this.#core.submit(read.command);
    const answer = (order: OrderState, market: Market) =>
      done(orderOnWire(order, market, member.language), { sequence: committed.sequence });
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(buyCancel, event.rejection, this.#views, null);
      // The command may have triggered stop orders before it came to its own, or after; none of those ends at its user's wish.
      if (event.type === 'order_ended' && event.reason === 'user') {
        const { order, market } = event;
        return lookedUp(async () => answer(await this.#told.justEnded(member.user, order), listings.market(market)));
      }
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected')
          return repeated(spotRefusal(buyCancel, event.first.rejection, this.#views, null));
        return lookedUp(async () => {
          const { order } = await this.#told.ended(event.user, orderOf(event));
          return repeated(answer(order, listings.market(order.market)));
        });
      }
    }
    throw new Error(`command ${committed.sequence} cancelled an order but has no outcome`);
  }

  /** Of one side, on one market or on every market. */
  async cancelAll({ currency_match_id: id }: CallInput<typeof buyCancelAll>, side: Side, member: Member) {
    const market = id === undefined ? null : this.#views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const { user, requestKey } = member;
    const command: CancelAll = { type: 'cancel_all', user, market: market?.id ?? null, side, requestKey };
    const { sequence, events } = await this.#core.submit(command);
    const answer = ({ cancelled, more }: Pick<OrdersCancelled, 'cancelled' | 'more'>) =>
      done({ cancelled, more }, { sequence });
    for (const event of events) {
      if (event.type === 'rejected') return spotRefusal(buyCancelAll, event.rejection, this.#views, market);
      if (event.type === 'orders_cancelled') return answer(event);
      if (event.type === 'request_repeated') {
        const { first } = event;
        if (first.type === 'rejected') return repeated(spotRefusal(buyCancelAll, first.rejection, this.#views, market));
        if (first.type === 'orders') return repeated(answer(first));
      }
    }
    throw new Error(`command ${sequence} cancelled all orders but has no outcome`);
  }

  /** The order as it stood when it was first answered: by the command that placed it, and before any later one. */
  async #firstPlaced(command: ReadOrder['command'], event: RequestRepeated): Promise<OrderState> {
    const id = orderOf(event);
    switch (command.type) {
      case 'place_order':
        return this.#told.after(event.user, id, event.firstSequence, command.quantity);
      case 'place_market_order':
        return this.#told.after(event.user, id, event.firstSequence, null);
      case 'place_stop_order':
        return this.#told.waiting(event.user, id, quantityOf(command.becomes));
      default:
        return assertNever(command);
    }
  }
}

/** The quantity that a stop order is accepted with. */
function quantityOf(becomes: TriggeredOrder): number {
  if (becomes.orderType === 'limit') return becomes.quantity;
  return becomes.size.by === 'quantity' ? becomes.size.quantity : 0;
}
