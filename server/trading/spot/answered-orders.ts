import type { ErrorKey } from '@bourse/contract';
import {
  type OrderAccepted,
  orderId,
  type OrderId,
  type TriggeredOrder,
  type TriggeredReplacement,
  type UserId,
} from '@bourse/engine';
import type { Committed } from '../../ground/core/index.ts';
import { isDatabaseUnavailable } from '../../ground/database/index.ts';
import type { OrderState, Views } from '../../ground/feed/index.ts';
import { type Answer, refused } from '../../ground/gateway/index.ts';
import type { FinishedOrder, FinishedOrders } from './finished-orders.ts';

/** Reconstructs orders as they were at the time of an answer, so that the answer can be repeated later. */
export class AnsweredOrders {
  readonly #views: Views;
  readonly #finished: FinishedOrders;

  constructor(views: Views, finished: FinishedOrders) {
    this.#views = views;
    this.#finished = finished;
  }

  /** A user's open order. */
  findOpen(user: UserId, id: number): OrderState | null {
    const order = this.#views.orders.find(id);
    return order?.user === user ? order : null;
  }

  /**
   * A user's finished order, or null. Look for an open order first, because an order leaves the views only after its
   * row is in the table.
   */
  async findEnded(user: UserId, id: number): Promise<OrderState | null> {
    return id === 0 ? null : ((await this.#finished.find(user, orderId(id)))?.order ?? null);
  }

  /** A user's order that the command being answered has just ended. */
  async justEnded(user: UserId, id: OrderId): Promise<OrderState> {
    return this.#views.orders.findEnded(id) ?? (await this.ended(user, id)).order;
  }

  /** A user's finished order. Throws if it is missing. */
  async ended(user: UserId, id: OrderId): Promise<FinishedOrder> {
    const row = await this.#finished.find(user, id);
    if (row === null) throw new Error(`order ${id} has ended but is not in the order table`);
    return row;
  }

  /** A stop order as it was when it was placed. */
  async waiting(user: UserId, id: OrderId, becomes: TriggeredOrder | TriggeredReplacement): Promise<OrderState> {
    const order = this.findOpen(user, id) ?? (await this.ended(user, id)).order;
    const untouched = {
      filled: 0,
      filledQuote: 0,
      fee: 0,
      rebate: 0,
      updatedAtMs: order.acceptedAtMs,
      endReason: null,
    };
    return { ...order, ...untouched, quantity: quantityOf(becomes), isWaiting: true };
  }

  /**
   * The order right after the command with this sequence: with its trades so far, and ended if that command ended it.
   * `quantity` in lots ignores later reductions; null if reductions are impossible.
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
 * Runs a look-up for the answer to a decided command. If the database is unavailable, the outcome is reported as
 * pending, because the caller must not conclude that nothing happened.
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
    throw new Error(`command ${sequence} placed order ${id} without an order_accepted event`);
  return accepted;
}

/** The quantity that a stop order is accepted with, in lots; 0 if it is sized by quote amount. */
function quantityOf(becomes: TriggeredOrder | TriggeredReplacement): number {
  if (becomes.orderType === 'limit') return becomes.quantity;
  return becomes.size.by === 'quantity' ? becomes.size.quantity : 0;
}
