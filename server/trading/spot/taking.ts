import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { OrderState } from '../../ground/feed/index.ts';

/**
 * The sequence of the command in which an order traded as taker, if at most `until`. That is the command that placed
 * it; for a stop order, the one that triggered it, which has its first trades if any.
 */
export function sequenceOfTaking(db: Kysely<Schema>, order: OrderState, until: number) {
  if (order.stopPrice === null) return sql<string>`${order.acceptedSequence}::bigint`;
  return db
    .selectFrom('account_log')
    .where('user_id', '=', String(order.user))
    .where('sequence', '>=', String(order.acceptedSequence))
    .where('sequence', '<=', String(until))
    .where('cause', '=', 'trade')
    .where('cause_id', '=', String(order.order))
    .orderBy('sequence')
    .limit(1)
    .select('sequence');
}
