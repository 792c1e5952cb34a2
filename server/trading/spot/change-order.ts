import type { CallInput, ErrorKey, IntegerInput, RefusalOf } from '@bourse/contract';
import { buyReduce, type buyReplace, type Replacement, type sellReplace } from '@bourse/contract/spot';
import type { OrderId, ReduceOrder, ReplaceOrder, ReplaceStopOrder, Side } from '@bourse/engine';
import type { Committed } from '../../ground/core/index.ts';
import {
  type Market,
  orderOnWire,
  type OrderState,
  placedOrder,
  readQuantity,
  type Views,
} from '../../ground/feed/index.ts';
import {
  type Answer,
  type AnswerTo,
  done,
  type Member,
  refused,
  repeated,
  type Requests,
} from '../../ground/gateway/index.ts';
import { readReplacement } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { acceptedOf, lookedUp, type AnsweredOrders } from './answered-orders.ts';
import type { With } from '../../ground/parts.ts';

type Replaced<C extends typeof buyReplace | typeof sellReplace> = Answer<
  Replacement,
  RefusalOf<typeof buyReplace> | RefusalOf<C>
>;

interface ChangeParts extends With<'requests' | 'views'> {
  readonly answered: AnsweredOrders;
}

/**
 * Replaces and reduces orders. With a side, orders of the other side are not found. A command about an open order is
 * submitted before anything is awaited; a command about a finished order is submitted as well, because the request may
 * be a repetition.
 */
export class OrderChanges {
  readonly #requests: Requests;
  readonly #views: Views;
  readonly #answered: AnsweredOrders;

  constructor({ requests, views, answered }: ChangeParts) {
    this.#requests = requests;
    this.#views = views;
    this.#answered = answered;
  }

  /** @param call the requested call, which declares the possible refusals */
  async replace<C extends typeof buyReplace | typeof sellReplace>(
    call: C,
    input: CallInput<typeof buyReplace>,
    side: Side | null,
    member: Member,
  ): Promise<Replaced<C>> {
    return this.#named(input.id, member, async (order) => this.#replace(call, order, input, side, member));
  }

  async reduce(
    input: CallInput<typeof buyReduce>,
    side: Side | null,
    member: Member,
  ): Promise<AnswerTo<typeof buyReduce>> {
    return this.#named(input.id, member, async (order) => this.#reduce(order, input, side, member));
  }

  /** A finished order may have been changed by an earlier copy of this request, so it is looked up in the tables. */
  async #named<Data, Key extends ErrorKey>(
    named: IntegerInput,
    { user }: Member,
    change: (order: OrderState) => Promise<Answer<Data, Key>>,
  ): Promise<Answer<Data, Key | 'order_not_found' | 'outcome_pending'>> {
    const id = Number(named);
    const open = this.#answered.findOpen(user, id);
    if (open !== null) return change(open);
    return lookedUp<Data, Key | 'order_not_found'>(async () => {
      const ended = await this.#answered.findEnded(user, id);
      return ended === null ? refused('order_not_found') : change(ended);
    });
  }

  async #replace<C extends typeof buyReplace | typeof sellReplace>(
    call: C,
    order: OrderState,
    input: CallInput<typeof buyReplace>,
    side: Side | null,
    member: Member,
  ): Promise<Replaced<C>> {
    const market = this.#views.listings.market(order.market);
    const command = readReplacement(input, order, side, market, member);
    if ('ok' in command) return command;
    const committed = await this.#requests.submit(command, member);
    const answer = (replaced: OrderState, placed: OrderState) => {
      const shown = (each: OrderState) => orderOnWire(each, market, member.language);
      const both = { replaced: shown(replaced), placed: shown(placed) };
      return done(both, { sequence: committed.sequence });
    };
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(call, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') {
      const placed = placedOrder(acceptedOf(outcome.order, committed), committed);
      return lookedUp(async () => answer(await this.#answered.justEnded(command.user, command.order), placed));
    }
    const { first, firstSequence } = outcome;
    return lookedUp(async () => repeated(answer(...(await this.#firstReplaced(command, first.order, firstSequence)))));
  }

  async #reduce(
    order: OrderState,
    input: CallInput<typeof buyReduce>,
    side: Side | null,
    member: Member,
  ): Promise<AnswerTo<typeof buyReduce>> {
    const market = this.#views.listings.market(order.market);
    const quantity = readQuantity(input.number, market);
    if (typeof quantity === 'object') return quantity;
    const { user, requestKey } = member;
    const command: ReduceOrder = { type: 'reduce_order', user, order: order.order, side, quantity, requestKey };
    const committed = await this.#requests.submit(command, member);
    const answer = (reduced: OrderState, of: Market) =>
      done(orderOnWire(reduced, of, member.language), { sequence: committed.sequence });
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(buyReduce, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') {
      return lookedUp(async () => answer(await this.#reduced(outcome.order, committed), market));
    }
    const { first, firstSequence } = outcome;
    return lookedUp(async () =>
      repeated(answer(await this.#answered.after(user, first.order, firstSequence, quantity), market)),
    );
  }

  async #firstReplaced(
    command: ReplaceOrder | ReplaceStopOrder,
    placed: OrderId,
    firstSequence: number,
  ): Promise<[OrderState, OrderState]> {
    const { user, order } = command;
    const { order: replaced } = await this.#answered.ended(user, order);
    if (command.type === 'replace_stop_order') {
      return [replaced, await this.#answered.waiting(user, placed, command.becomes)];
    }
    return [replaced, await this.#answered.after(user, placed, firstSequence, command.quantity - replaced.filled)];
  }

  /** The order right after this command. Later commands of the same batch may have changed it already. */
  async #reduced(id: OrderId, { sequence, events }: Committed): Promise<OrderState> {
    const reduction = events.find((event) => event.type === 'order_reduced' && event.order === id);
    if (reduction?.type !== 'order_reduced')
      throw new Error(`command ${sequence} reduced order ${id} without an order_reduced event`);
    const { user, quantity, filled } = reduction;
    const order = this.#answered.findOpen(user, id);
    // The time at which a stop order triggered is only in memory. An answer that depended on it could not be repeated.
    const isAsLeft = order?.quantity === quantity && order.filled === filled;
    if (isAsLeft && order.stopPrice === null) return order;
    return this.#answered.after(user, id, sequence, quantity);
  }
}
