import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { escrowView, type Views } from '../../../ground/feed/index.ts';
import { type OrderRecord, readRecords } from './order-records.ts';
import { endedState, type OrderState, stateOf } from './order-state.ts';
import type { OrderStore } from './order-store.ts';
import { type Order, type Role, roleOf } from './stored-order.ts';

/** An order with its state as of a sequence. */
export interface StatedOrder {
  readonly order: Order;
  readonly state: OrderState;
  readonly record: OrderRecord;
  /** The sequence of the views that the state reflects. */
  readonly sequence: number;
}

/** An order of a user. */
export interface OwnOrder extends StatedOrder {
  readonly user: UserId;
  readonly role: Role;
}

interface ReaderParts {
  readonly db: Kysely<Schema>;
  readonly store: OrderStore;
  readonly views: Views;
}

/** Reads orders: their rows, and the states of their escrows. */
export class OrderReader {
  readonly #parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** An order that has an escrow; null if there is none. */
  async find(id: number): Promise<StatedOrder | null> {
    return (await this.findAll([id])).get(id) ?? null;
  }

  /** The orders that have an escrow, by id, as of one sequence. */
  async findAll(ids: readonly number[]): Promise<ReadonlyMap<number, StatedOrder>> {
    const { db, store, views } = this.#parts;
    // Before the first await, so that everything is as of one command.
    const { sequence } = views;
    const view = escrowView.of(views);
    const open = new Map(ids.map((id) => [id, view.find(id)]));
    const [orders, records] = await Promise.all([store.findAll(ids), readRecords(db, ids, sequence)]);
    const found = new Map<number, StatedOrder>();
    for (const id of ids) {
      const [order, record, escrow] = [orders.get(id), records.get(id), open.get(id)];
      if (order === undefined || record === undefined) continue;
      const state = escrow === undefined ? endedState(record) : stateOf(escrow);
      found.set(id, { order, state, record, sequence });
    }
    return found;
  }

  /** An order of this user; null if it is unknown or of others. */
  async own(user: UserId, id: number): Promise<OwnOrder | null> {
    const found = await this.find(id);
    const role = found === null ? null : roleOf(found.order, user);
    return found === null || role === null ? null : { ...found, user, role };
  }
}
