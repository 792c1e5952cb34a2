import {
  type EndReason,
  marketId,
  orderId,
  type OrderId,
  type OrderType,
  type Side,
  type TimeInForce,
  userId,
  type UserId,
} from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import type { OrderState } from '../feed/index.ts';

/** Which finished orders are wanted, newest first. */
export interface HistoryQuery {
  readonly user: UserId;
  readonly market: number | null;
  readonly side: Side | null;
  readonly offset: number;
  readonly limit: number;
}

/** An order with the sequence of the command that ended it. */
export interface FinishedOrder {
  readonly order: OrderState;
  readonly endedSequence: number;
}

/** Lots, quote units, the fee in units of what the order received and the rebate in units of what it paid, and when it last traded; null when it had not. */
export interface Fills {
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly rebate: number;
  readonly lastFillMs: number | null;
}

const noFills: Fills = { filled: 0, filledQuote: 0, fee: 0, rebate: 0, lastFillMs: null };

/** Reads orders that have ended, and what they had traded at a moment, from the exchange's tables. */
export class FinishedOrders {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** One page of a person's finished orders, and how many there are in all. Of what comes before a deep page only the index is read. */
  async page(query: HistoryQuery): Promise<{ orders: OrderState[]; total: number }> {
    const own = this.#db.selectFrom('orders').where('user_id', '=', String(query.user));
    let wanted = own;
    if (query.market !== null) wanted = wanted.where('market_id', '=', query.market);
    if (query.side !== null) wanted = wanted.where('side', '=', query.side === 'sell' ? 1 : 2);
    const ids = wanted.select('id').orderBy('id', 'desc').limit(query.limit).offset(query.offset);
    const [rows, count] = await Promise.all([
      own
        .selectAll()
        .where('id', '=', sql<string>`any(array(${ids}))`)
        .orderBy('id', 'desc')
        .execute(),
      wanted.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { orders: rows.map((row) => orderOf(row).order), total: safeInteger(count.total) };
  }

  /** A person's finished order; null when it is not finished or not theirs. */
  async find(user: UserId, order: OrderId): Promise<FinishedOrder | null> {
    const row = await this.#db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', String(order))
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    return row === undefined ? null : orderOf(row);
  }

  /** What a person's order had traded when the command with this sequence was done. */
  async fillsUntil(order: OrderState, sequence: number): Promise<Fills> {
    // Where a stop order took is looked for among all that its owner has traded since, which is not done in vain.
    if (order.filled === 0) return noFills;
    const until = this.#db.selectFrom('trades').where('sequence', '<=', String(sequence));
    const fills = until
      .where('market_id', '=', order.market)
      .where('sequence', '=', this.#sequenceOfTaking(order, sequence))
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

  /** An order takes before it waits for others, in the command that placed it; a stop order in the one that triggered it, with its first trades if at all. */
  #sequenceOfTaking({ order, user, stopPrice, acceptedSequence }: OrderState, until: number) {
    if (stopPrice === null) return sql<string>`${acceptedSequence}::bigint`;
    return this.#db
      .selectFrom('account_log')
      .where('user_id', '=', String(user))
      .where('sequence', '>=', String(acceptedSequence))
      .where('sequence', '<=', String(until))
      .where('cause', '=', 'trade')
      .where('cause_id', '=', String(order))
      .orderBy('sequence')
      .limit(1)
      .select('sequence');
  }
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
      orderType: oneOf(orderTypes, row.order_type),
      timeInForce: oneOf(timesInForce, row.time_in_force),
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
      endReason: oneOf(endReasons, row.end_reason),
    },
  };
}

const orderTypes: readonly OrderType[] = ['limit', 'market', 'stop_limit', 'stop_market'];
const timesInForce: readonly TimeInForce[] = ['gtc', 'ioc', 'fok'];
const endReasons: readonly EndReason[] = [
  'filled',
  'user',
  'replaced',
  'self_trade',
  'immediate_or_cancel',
  'market_not_open',
  'price_out_of_band',
  'no_best_price',
  'notional_too_large',
  'sell_blocked',
  'post_only_would_trade',
  'fill_or_kill_unfilled',
];

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const value = values.find((known) => known === text);
  if (value === undefined)
    throw new Error(`an order's row holds ${JSON.stringify(text)}, which this version does not know`);
  return value;
}
