import type { CallInput, RefusalOf } from '@bourse/contract';
import { type buyAdd, buyCancel, buyCancelAll, type Order, type sellAdd } from '@bourse/contract/spot';
import {
  assertNever,
  type CancelAll,
  type OrderId,
  type OrdersOutcome,
  type Side,
  type TriggeredOrder,
} from '@bourse/engine';
import type { Core } from '../core/index.ts';
import { type Market, orderOnWire, type OrderState, placedOrder, type Views } from '../feed/index.ts';
import { type Answer, type AnswerTo, done, type Member, refused, repeated } from '../gateway/index.ts';
import { readCancel } from './read-cancel.ts';
import { readOrder, type ReadOrder } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { acceptedOf, lookedUp, type ToldOrders } from './told-orders.ts';

/** What order entry works with. */
export interface OrderEntryParts {
  readonly core: Core;
  readonly views: Views;
  readonly told: ToldOrders;
}

/**
 * Places and cancels a person's orders, whatever carries the call. Every method hands its command to the core before it
 * waits for anything, so commands of calls that are made one after the other keep that order.
 */
export class OrderEntry {
  readonly #core: Core;
  readonly #views: Views;
  readonly #told: ToldOrders;

  constructor({ core, views, told }: OrderEntryParts) {
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
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(call, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') return answer(placedOrder(acceptedOf(outcome.order, committed), committed));
    const { first, firstSequence } = outcome;
    if (first.type === 'rejected') return repeated(spotRefusal(call, first.rejection, this.#views, market));
    return lookedUp(async () => repeated(answer(await this.#firstPlaced(read.command, first.order, firstSequence))));
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
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(buyCancel, outcome.rejection, this.#views, null);
    if (outcome.type === 'order') {
      return lookedUp(async () => {
        const ended = await this.#told.justEnded(member.user, outcome.order);
        return answer(ended, listings.market(ended.market));
      });
    }
    const { first } = outcome;
    if (first.type === 'rejected') return repeated(spotRefusal(buyCancel, first.rejection, this.#views, null));
    return lookedUp(async () => {
      const { order } = await this.#told.ended(member.user, first.order);
      return repeated(answer(order, listings.market(order.market)));
    });
  }

  /** Of one side, on one market or on every market. */
  async cancelAll({ currency_match_id: id }: CallInput<typeof buyCancelAll>, side: Side, member: Member) {
    const market = id === undefined ? null : this.#views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const { user, requestKey } = member;
    const command: CancelAll = { type: 'cancel_all', user, market: market?.id ?? null, side, requestKey };
    const { sequence, outcome } = await this.#core.submit(command);
    const answer = ({ cancelled, more }: Pick<OrdersOutcome, 'cancelled' | 'more'>) =>
      done({ cancelled, more }, { sequence });
    if (outcome.type === 'rejected') return spotRefusal(buyCancelAll, outcome.rejection, this.#views, market);
    if (outcome.type === 'orders') return answer(outcome);
    const { first } = outcome;
    if (first.type === 'rejected') return repeated(spotRefusal(buyCancelAll, first.rejection, this.#views, market));
    return repeated(answer(first));
  }

  /** The order as it stood when it was first answered: by the command that placed it, and before any later one. */
  async #firstPlaced(command: ReadOrder['command'], id: OrderId, firstSequence: number): Promise<OrderState> {
    const { user } = command;
    switch (command.type) {
      case 'place_order':
        return this.#told.after(user, id, firstSequence, command.quantity);
      case 'place_market_order':
        return this.#told.after(user, id, firstSequence, null);
      case 'place_stop_order':
        return this.#told.waiting(user, id, quantityOf(command.becomes));
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
