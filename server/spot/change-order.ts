import type { CallInput, ErrorKey, IntegerInput, RefusalOf } from '@bourse/contract';
import { buyReduce, type buyReplace, type Replacement, type sellReplace } from '@bourse/contract/spot';
import type { OrderId, ReduceOrder, ReplaceOrder, Side } from '@bourse/engine';
import type { Committed, Core } from '../core/index.ts';
import { type Market, orderOnWire, type OrderState, placedOrder, type Views } from '../feed/index.ts';
import { type Answer, type AnswerTo, done, type Member, refused, repeated } from '../gateway/index.ts';
import { readQuantity } from './read-amounts.ts';
import { readReplacement } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { acceptedOf, lookedUp, type ToldOrders } from './told-orders.ts';

type Replaced<C extends typeof buyReplace | typeof sellReplace> = Answer<
  Replacement,
  RefusalOf<typeof buyReplace> | RefusalOf<C>
>;

interface ChangeParts {
  readonly core: Core;
  readonly views: Views;
  readonly told: ToldOrders;
}

/**
 * Replaces orders and reduces them in their place. With a side, an order of the other side is not found. Commands about
 * an open order are handed to the core before anything is waited for; about one that is over, the exchange says what
 * became of it.
 */
export class OrderChanges {
  readonly #core: Core;
  readonly #views: Views;
  readonly #told: ToldOrders;

  constructor({ core, views, told }: ChangeParts) {
    this.#core = core;
    this.#views = views;
    this.#told = told;
  }

  /** `call` is the one that asked, whose refusals the answer may have. */
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

  /** An order that is over may have been changed by this very request before, so it is looked up as an answer is. */
  async #named<Data, Key extends ErrorKey>(
    named: IntegerInput,
    { user }: Member,
    change: (order: OrderState) => Promise<Answer<Data, Key>>,
  ): Promise<Answer<Data, Key | 'order_not_found' | 'outcome_pending'>> {
    const id = Number(named);
    const open = this.#told.findOpen(user, id);
    if (open !== null) return change(open);
    return lookedUp<Data, Key | 'order_not_found'>(async () => {
      const ended = await this.#told.findEnded(user, id);
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
    const command = readReplacement(input, order.order, side, market, member);
    if ('ok' in command) return command;
    const committed = await this.#core.submit(command);
    const answer = (replaced: OrderState, placed: OrderState) => {
      const shown = (each: OrderState) => orderOnWire(each, market, member.language);
      const both = { replaced: shown(replaced), placed: shown(placed) };
      return done(both, { sequence: committed.sequence });
    };
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(call, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') {
      const placed = placedOrder(acceptedOf(outcome.order, committed), committed);
      return lookedUp(async () => answer(await this.#told.justEnded(command.user, command.order), placed));
    }
    const { first, firstSequence } = outcome;
    if (first.type === 'rejected') return repeated(spotRefusal(call, first.rejection, this.#views, market));
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
    const committed = await this.#core.submit(command);
    const answer = (reduced: OrderState, of: Market) =>
      done(orderOnWire(reduced, of, member.language), { sequence: committed.sequence });
    const { outcome } = committed;
    if (outcome.type === 'rejected') return spotRefusal(buyReduce, outcome.rejection, this.#views, market);
    if (outcome.type === 'order') {
      return lookedUp(async () => answer(await this.#reduced(outcome.order, committed), market));
    }
    const { first, firstSequence } = outcome;
    if (first.type === 'rejected') return repeated(spotRefusal(buyReduce, first.rejection, this.#views, market));
    return lookedUp(async () =>
      repeated(answer(await this.#told.after(user, first.order, firstSequence, quantity), market)),
    );
  }

  async #firstReplaced(
    { user, order, quantity }: ReplaceOrder,
    placed: OrderId,
    firstSequence: number,
  ): Promise<[OrderState, OrderState]> {
    const { order: replaced } = await this.#told.ended(user, order);
    return [replaced, await this.#told.after(user, placed, firstSequence, quantity - replaced.filled)];
  }

  /** The order as this command left it. Commands that were committed with it may have changed it since. */
  async #reduced(id: OrderId, { sequence, events }: Committed): Promise<OrderState> {
    const reduction = events.find((event) => event.type === 'order_reduced' && event.order === id);
    if (reduction?.type !== 'order_reduced')
      throw new Error(`command ${sequence} reduced order ${id} without saying so`);
    const { user, quantity, filled } = reduction;
    const order = this.#told.findOpen(user, id);
    // When a stop order was triggered is in no table, so no answer about it may depend on that: it could not be given
    // again.
    const isAsLeft = order?.quantity === quantity && order.filled === filled;
    if (isAsLeft && order.stopPrice === null) return order;
    return this.#told.after(user, id, sequence, quantity);
  }
}
