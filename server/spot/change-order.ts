import type { CallInput, ErrorKey, IntegerInput, RefusalOf } from '@bourse/contract';
import { buyReduce, type buyReplace, type Replacement, type sellReplace } from '@bourse/contract/spot';
import type { OrderReduced, ReduceOrder, ReplaceOrder, RequestRepeated, Side } from '@bourse/engine';
import type { Committed, Core } from '../core/index.ts';
import { type Market, orderOnWire, type OrderState, placedOrder, type Views } from '../feed/index.ts';
import { type Answer, type AnswerTo, done, type Member, refused, repeated } from '../gateway/index.ts';
import { readQuantity } from './read-amounts.ts';
import { readReplacement } from './read-order.ts';
import { spotRefusal } from './refusal.ts';
import { lookedUp, orderOf, type ToldOrders } from './told-orders.ts';

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
 * Replaces orders and reduces them in their place. With a side, an order of the other side is not found. Commands about an open order are
 * handed to the core before anything is waited for; about one that is over, the exchange says what became of it.
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
    let isReplaced = false;
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(call, event.rejection, this.#views, market);
      if (event.type === 'order_ended' && event.reason === 'replaced') isReplaced = true;
      if (event.type === 'order_accepted' && isReplaced) {
        const placed = placedOrder(event, committed);
        return lookedUp(async () => answer(await this.#told.justEnded(command.user, order.order), placed));
      }
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected')
          return repeated(spotRefusal(call, event.first.rejection, this.#views, market));
        return lookedUp(async () => repeated(answer(...(await this.#firstReplaced(command, event)))));
      }
    }
    throw new Error(`command ${committed.sequence} replaced an order but has no outcome`);
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
    for (const event of committed.events) {
      if (event.type === 'rejected') return spotRefusal(buyReduce, event.rejection, this.#views, market);
      if (event.type === 'order_reduced')
        return lookedUp(async () => answer(await this.#reduced(event, committed), market));
      if (event.type === 'request_repeated') {
        if (event.first.type === 'rejected')
          return repeated(spotRefusal(buyReduce, event.first.rejection, this.#views, market));
        return lookedUp(async () =>
          repeated(answer(await this.#told.after(user, orderOf(event), event.firstSequence, quantity), market)),
        );
      }
    }
    throw new Error(`command ${committed.sequence} reduced an order but has no outcome`);
  }

  async #firstReplaced(command: ReplaceOrder, event: RequestRepeated): Promise<[OrderState, OrderState]> {
    const { order: replaced } = await this.#told.ended(command.user, command.order);
    const left = command.quantity - replaced.filled;
    return [replaced, await this.#told.after(command.user, orderOf(event), event.firstSequence, left)];
  }

  /** The order as this command left it. Commands that were committed with it may have changed it since. */
  async #reduced({ user, order: id, quantity, filled }: OrderReduced, { sequence }: Committed): Promise<OrderState> {
    const order = this.#told.findOpen(user, id);
    // When a stop order was triggered is in no table, so no answer about it may depend on that: it could not be given again.
    const isAsLeft = order?.quantity === quantity && order.filled === filled;
    if (isAsLeft && order.stopPrice === null) return order;
    return this.#told.after(user, id, sequence, quantity);
  }
}
