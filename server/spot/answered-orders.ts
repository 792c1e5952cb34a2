import type { ErrorKey } from '@bourse/contract';
import { type OrderAccepted, orderId, type OrderId, type UserId } from '@bourse/engine';
import type { Committed } from '../core/index.ts';
import { isDatabaseUnavailable } from '../database/index.ts';
import type { OrderState, Views } from '../feed/index.ts';
import { type Answer, refused } from '../gateway/index.ts';
import type { FinishedOrder, FinishedOrders } from './finished-orders.ts';

/** Orders as they stood at a moment that an answer tells of, also when that answer is given again later. */
export class ToldOrders {
  readonly #views: Views;
  readonly #finished: FinishedOrders;

  constructor(views: Views, finished: FinishedOrders) {
    this.#views = views;
    this.#finished = finished;
  }

  /** A person's open order. */
  findOpen(user: UserId, id: number): OrderState | null {
    const order = this.#views.orders.find(id);
    return order?.user === user ? order : null;
  }

  /**
   * A person's order that has ended, or null. An order leaves the views only when its row is in the table, so look for
   * an open one first.
   */
  async findEnded(user: UserId, id: number): Promise<OrderState | null> {
    return id === 0 ? null : ((await this.#finished.find(user, orderId(id)))?.order ?? null);
  }

  /** A person's order that the command ended which is being answered. */
  async justEnded(user: UserId, id: OrderId): Promise<OrderState> {
    return this.#views.orders.findEnded(id) ?? (await this.ended(user, id)).order;
  }

  /** A person's order that has ended. */
  async ended(user: UserId, id: OrderId): Promise<FinishedOrder> {
    const row = await this.#finished.find(user, id);
    if (row === null) throw new Error(`order ${id} has ended but is not in the order table`);
    return row;
  }

  /** A stop order as it stood when it was placed, for `quantity` lots, or none where it named an amount. */
  async waiting(user: UserId, id: OrderId, quantity: number): Promise<OrderState> {
    const order = this.findOpen(user, id) ?? (await this.ended(user, id)).order;
    const untouched = {
      filled: 0,
      filledQuote: 0,
      fee: 0,
      rebate: 0,
      updatedAtMs: order.acceptedAtMs,
      endReason: null,
    };
    return { ...order, ...untouched, quantity, isWaiting: true };
  }

  /**
   * The order as it stood when the command with this sequence was done: with the trades until then, ended if that
   * command ended it, and for `quantity` lots, which later reductions have not changed; null where none is possible.
   */
  async after(user: UserId, id: OrderId, sequence: number, quantity: number | null): Promise<OrderState> {
    let order = this.findOpen(user, id);
    if (order === null) {
      const row = await this.ended(user, id);
      if (row.endedSequence === sequence) return row.order;
      order = row.order;
    }
    const { lastFillMs, ...fills } = await this.#finished.fillsUntil(order, sequence);
    return {
      ...order,
      ...fills,
      quantity: quantity ?? order.quantity,
      updatedAtMs: lastFillMs ?? order.acceptedAtMs,
      endReason: null,
    };
  }
}

/**
 * An answer that has to be looked up. What it tells was decided before, so when the database cannot be asked the caller
 * must not be told that nothing was done.
 */
export async function lookedUp<Data, Key extends ErrorKey>(
  look: () => Promise<Answer<Data, Key>>,
): Promise<Answer<Data, Key | 'outcome_pending'>> {
  try {
    return await look();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return refused('outcome_pending');
    throw error;
  }
}

/** The acceptance of an order, from the events of the command that placed it. */
export function acceptedOf(id: OrderId, { sequence, events }: Committed): OrderAccepted {
  const accepted = events.find((event) => event.type === 'order_accepted' && event.order === id);
  if (accepted?.type !== 'order_accepted')
    throw new Error(`command ${sequence} placed order ${id} without accepting it`);
  return accepted;
}
