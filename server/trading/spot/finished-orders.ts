import {
  endReason,
  marketId,
  orderId,
  type OrderId,
  orderType,
  timeInForce,
  userId,
  type UserId,
  type ValueType,
} from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { OrderState } from '../../ground/feed/index.ts';
import type { CountedOnce, CountedOrders } from './history-counts.ts';
import { idPlacedAt } from './order-times.ts';
import { sequenceOfTaking } from './taking.ts';

/** Selects finished orders, newest first. */
export interface HistoryQuery extends CountedOrders {
  readonly offset: number;
  readonly limit: number;
}

/** An order with the sequence of the command that ended it. */
export interface FinishedOrder {
  readonly order: OrderState;
  readonly endedSequence: number;
}

/**
 * Filled lots, quote units, the fee in units of the received currency, the rebate in units of the paid currency, and
 * the time of the last fill; null without a fill.
 */
export interface Fills {
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly rebate: number;
  readonly lastFillMs: number | null;
}

/** Rows per chunk of `all`; small, so that other queries do not wait. */
const ordersAtOnce = 200;

const noFills: Fills = { filled: 0, filledQuote: 0, fee: 0, rebate: 0, lastFillMs: null };

/** Reads finished orders, and the earlier fills of orders, from the projected tables. */
export class FinishedOrders {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** One page of a user's finished orders. Skipping to a deep page reads the index only. */
  async page({ offset, limit, ...which }: HistoryQuery): Promise<OrderState[]> {
    const ids = this.#wanted(which).select('id').orderBy('id', 'desc').limit(limit).offset(offset);
    const rows = await ordersOf(this.#db, which.user)
      .selectAll()
      .where('id', '=', sql<string>`any(array(${ids}))`)
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => orderOf(row).order);
  }

  /** A user's finished orders with lower ids than this one, newest first. */
  async before(user: UserId, id: number, limit: number): Promise<OrderState[]> {
    const earlier = ordersOf(this.#db, user).selectAll().where('id', '<', String(id));
    const rows = await earlier.orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => orderOf(row).order);
  }

  /** All matching orders, newest first, in chunks. */
  async *all(which: CountedOrders): AsyncGenerator<readonly OrderState[]> {
    let wanted = this.#wanted(which);
    for (;;) {
      const rows = await wanted.selectAll().orderBy('id', 'desc').limit(ordersAtOnce).execute();
      yield rows.map((row) => orderOf(row).order);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ordersAtOnce) return;
      wanted = this.#wanted(which).where('id', '<', last.id);
    }
  }

  /** The number of matching orders. */
  async count(which: CountedOrders): Promise<CountedOnce> {
    const { count, sequence } = await this.#wanted(which)
      .select((own) => [
        own.fn.countAll<string>().as('count'),
        // Read by the same statement, so that it is exactly the sequence that the count reflects.
        own.selectFrom('core_head').select('sequence').as('sequence'),
      ])
      .executeTakeFirstOrThrow();
    return { count: safeInteger(count), sequence: safeInteger(sequence ?? '0') };
  }

  #wanted({ user, market, side, fromMs, toMs }: CountedOrders): Wanted {
    let wanted = ordersOf(this.#db, user);
    if (market !== null) wanted = wanted.where('market_id', '=', market);
    if (side !== null) wanted = wanted.where('side', '=', side === 'sell' ? 1 : 2);
    if (fromMs !== null) wanted = wanted.where('id', '>=', idPlacedAt(user, fromMs));
    if (toMs !== null) wanted = wanted.where('id', '<', idPlacedAt(user, toMs));
    return wanted;
  }

  /** A user's finished order; null if it is not finished or belongs to another user. */
  async find(user: UserId, order: OrderId): Promise<FinishedOrder | null> {
    const row = await this.#db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', String(order))
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    return row === undefined ? null : orderOf(row);
  }

  /** The fills of a user's order up to the command with this sequence. */
  async fillsUntil(order: OrderState, sequence: number): Promise<Fills> {
    // Finding the command in which a stop order traded as taker means searching its owner's trades, so it is skipped if
    // there is no fill.
    if (order.filled === 0) return noFills;
    const until = this.#db.selectFrom('trades').where('sequence', '<=', String(sequence));
    const fills = until
      .where('market_id', '=', order.market)
      .where('sequence', '=', sequenceOfTaking(this.#db, order, sequence))
      .where('taker_order', '=', String(order.order))
      .select(['quantity', 'quote_amount', 'taker_fee as fee', sql<string>`0::bigint`.as('rebate'), 'time_ms'])
      .unionAll(
        until
          .where('maker_order', '=', String(order.order))
          .select(['quantity', 'quote_amount', 'maker_fee as fee', 'rebate', 'time_ms']),
      );
    const sums = await this.#db
      .selectFrom(fills.as('fills'))
      .select(({ fn }) => [
        fn.sum<string | null>('quantity').as('filled'),
        fn.sum<string | null>('quote_amount').as('filled_quote'),
        fn.sum<string | null>('fee').as('fee'),
        fn.sum<string | null>('rebate').as('rebate'),
        fn.max<string | null>('time_ms').as('last_ms'),
      ])
      .executeTakeFirstOrThrow();
    return {
      filled: safeInteger(sums.filled ?? '0'),
      filledQuote: safeInteger(sums.filled_quote ?? '0'),
      fee: safeInteger(sums.fee ?? '0'),
      rebate: safeInteger(sums.rebate ?? '0'),
      lastFillMs: sums.last_ms === null ? null : safeInteger(sums.last_ms),
    };
  }
}

/** A query for one user's finished orders, before filters are applied. */
type Wanted = ReturnType<typeof ordersOf>;

function ordersOf(db: Kysely<Schema>, user: UserId) {
  return db.selectFrom('orders').where('user_id', '=', String(user));
}

interface OrderRow {
  readonly id: string;
  readonly user_id: string;
  readonly market_id: number;
  readonly side: number;
  readonly order_type: string;
  readonly time_in_force: string;
  readonly post_only: boolean;
  readonly price: string;
  readonly quantity: string;
  readonly quote_amount: string | null;
  readonly stop_price: string | null;
  readonly filled: string;
  readonly filled_quote: string;
  readonly fee: string;
  readonly rebate: string;
  readonly client_order_id: string | null;
  readonly end_reason: string;
  readonly accepted_sequence: string;
  readonly accepted_at: string;
  readonly ended_sequence: string;
  readonly ended_at: string;
}

function orderOf(row: OrderRow): FinishedOrder {
  return {
    endedSequence: safeInteger(row.ended_sequence),
    order: {
      order: orderId(safeInteger(row.id)),
      user: userId(safeInteger(row.user_id)),
      market: marketId(row.market_id),
      side: row.side === 1 ? 'sell' : 'buy',
      orderType: oneOf(orderType, row.order_type),
      timeInForce: oneOf(timeInForce, row.time_in_force),
      postOnly: row.post_only,
      price: safeInteger(row.price),
      quantity: safeInteger(row.quantity),
      quoteAmount: row.quote_amount === null ? null : safeInteger(row.quote_amount),
      stopPrice: row.stop_price === null ? null : safeInteger(row.stop_price),
      isWaiting: false,
      clientOrderId: row.client_order_id,
      acceptedSequence: safeInteger(row.accepted_sequence),
      acceptedAtMs: safeInteger(row.accepted_at),
      filled: safeInteger(row.filled),
      filledQuote: safeInteger(row.filled_quote),
      fee: safeInteger(row.fee),
      rebate: safeInteger(row.rebate),
      updatedAtMs: safeInteger(row.ended_at),
      endReason: oneOf(endReason, row.end_reason),
    },
  };
}

/** The text of a column as one of the declared values; throws if it is not one of them. */
function oneOf<Value extends string>(type: ValueType<Value>, text: string): Value {
  if (!type.check(text)) throw new Error(`unknown value ${JSON.stringify(text)} in an order's row`);
  return type.decode(text);
}
