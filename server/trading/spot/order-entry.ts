import type { CallInput, RefusalOf } from '@bourse/contract';
import { type buyAdd, buyCancel, buyCancelAll, type Order, type sellAdd } from '@bourse/contract/spot';
import {
  assertNever,
  type CancelAll,
  type CancelClientOrder,
  type CancelOrder,
  type OrderId,
  type OrdersOutcome,
  type Side,
} from '@bourse/engine';
import { type Market, orderOnWire, type OrderState, placedOrder, type Views } from '../../ground/feed/index.ts';
import {
  type Answer,
  type AnswerTo,
  done,
  type Member,
  refused,
  repeated,
  type Requests,
} from '../../ground/gateway/index.ts';
import { readCancel } from './read-cancel.ts';
import { readOrder, type ReadOrder } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { acceptedOf, lookedUp, type AnsweredOrders } from './answered-orders.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of order entry. */
export interface OrderEntryParts extends With<'requests' | 'views'> {
  readonly answered: AnsweredOrders;
}

/**
 * Places and cancels orders, for HTTP and socket calls alike. Every method submits its command before it awaits
 * anything, so commands keep the order of the calls.
 */
export class OrderEntry {
  readonly #requests: Requests;
  readonly #views: Views;
  readonly #answered: AnsweredOrders;

  constructor({ requests, views, answered }: OrderEntryParts) {
    this.#requests = requests;
    this.#views = views;
    this.#answered = answered;
  }

  /** @param call the requested call, which declares the possible refusals */
  async place<C extends typeof buyAdd | typeof sellAdd>(
    call: C,
    input: CallInput<typeof buyAdd>,
    side: Side,
    member: Member,
  ): Promise<Answer<Order, RefusalOf<typeof buyAdd> | RefusalOf<C>>> {
    const read = readOrder(input, side, member, this.#views);
    if (!read.ok) return read;
    const { market } = read;
    const committed = await this.#requests.submit(read.command, member);
    const answer = (order: OrderState) =>
      done(orderOnWire(order, market, member.language), { sequence: committed.sequence });
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(call, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') return answer(placedOrder(acceptedOf(outcome.order, committed), committed));
    const { first, firstSequence } = outcome;
    return lookedUp(async () => repeated(answer(await this.#firstPlaced(read.command, first.order, firstSequence))));
  }

  /** With a side, orders of the other side are not found. */
  async cancel(
    input: CallInput<typeof buyCancel>,
    side: Side | null,
    member: Member,
  ): Promise<AnswerTo<typeof buyCancel>> {
    const read = readCancel(input, side, member);
    if (!read.ok) return read;
    const { listings } = this.#views;
    const { command } = read;
    const committed = await this.#requests.submit(command, member, () => this.#cancellable(command));
    const answer = (order: OrderState, market: Market) =>
      done(orderOnWire(order, market, member.language), { sequence: committed.sequence });
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(buyCancel, outcome.rejection, this.#views, null);
    if (outcome.type === 'order') {
      return lookedUp(async () => {
        const ended = await this.#answered.justEnded(member.user, outcome.order);
        return answer(ended, listings.market(ended.market));
      });
    }
    const { first } = outcome;
    return lookedUp(async () => {
      const { order } = await this.#answered.ended(member.user, first.order);
      return repeated(answer(order, listings.market(order.market)));
    });
  }

  /** Cancels all orders of one side, on one market or on all. */
  async cancelAll({ currency_match_id: id }: CallInput<typeof buyCancelAll>, side: Side, member: Member) {
    const market = id === undefined ? null : this.#views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const { user, requestKey } = member;
    const command: CancelAll = { type: 'cancel_all', user, market: market?.id ?? null, side, requestKey };
    const { sequence, outcome } = await this.#requests.submit(command, member, () => this.#cancellable(command));
    const answer = ({ cancelled, more }: Pick<OrdersOutcome, 'cancelled' | 'more'>) =>
      done({ cancelled, more }, { sequence });
    if (outcome.type === 'rejected') return spotRefusal(buyCancelAll, outcome.rejection, this.#views, market);
    if (outcome.type === 'orders') return answer(outcome);
    const { first } = outcome;
    return repeated(answer(first));
  }

  /** The name of the open order that the command would cancel, or of all of them; null if there is none. */
  #cancellable(command: CancelOrder | CancelClientOrder | CancelAll): string | null {
    const { user, side } = command;
    const { orders, listings } = this.#views;
    const market = command.type === 'cancel_all' ? command.market : null;
    const sides: readonly Side[] = side === null ? ['buy', 'sell'] : [side];
    const open = sides
      .flatMap((each) => orders.ofUser(user, each, market))
      .filter((order) => listings.market(order.market).state !== 'halted');
    if (command.type === 'cancel_all') return open.length === 0 ? null : 'all orders';
    const named = open.find(({ order, clientOrderId }) =>
      command.type === 'cancel_order' ? order === command.order : clientOrderId === command.clientOrderId,
    );
    return named === undefined ? null : `order ${named.order}`;
  }

  /** The order as it was first answered: after the command that placed it and before any later one. */
  async #firstPlaced(command: ReadOrder['command'], id: OrderId, firstSequence: number): Promise<OrderState> {
    const { user } = command;
    switch (command.type) {
      case 'place_order':
        return this.#answered.after(user, id, firstSequence, command.quantity);
      case 'place_market_order':
        return this.#answered.after(user, id, firstSequence, null);
      case 'place_stop_order':
        return this.#answered.waiting(user, id, command.becomes);
      default:
        return assertNever(command);
    }
  }
}
