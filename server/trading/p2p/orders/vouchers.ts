import { type Kysely, sql, type Transaction } from 'kysely';
import { escrowNumber } from '@bourse/engine/escrow';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';

import { numberOf, type Order } from './stored-order.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** The picture of a payment. */
export interface Voucher {
  /** SHA-256 of the picture. */
  readonly hash: string;
  readonly image: string;
  /** The payee. */
  readonly method: number;
  readonly filedAtMs: number;
}

/** The voucher of an order with this hash, filed in time or late; without a hash, the late one. Null without one. */
export async function voucherOf(db: Database, order: number, hash: string | null): Promise<Voucher | null> {
  let query = db.selectFrom('p2p_vouchers').selectAll().where('order_id', '=', String(order));
  query = hash === null ? query.where('kind', '=', 'late') : query.where('hash', '=', hash);
  const row = await query.orderBy('filed_at').executeTakeFirst();
  if (row === undefined) return null;
  return {
    hash: row.hash,
    image: row.image_id,
    method: safeInteger(row.method_id),
    filedAtMs: safeInteger(row.filed_at),
  };
}

/**
 * The number of another order that the same buyer pays or has paid with a picture; null without one. It counts from
 * its filing until its order has ended unpaid. A picture of a payment that came too late is free for a new order until
 * the seller reopens the old one. The buyer must be locked.
 */
export async function paidByBuyer(
  transaction: Transaction<Schema>,
  { buyer, id }: Pick<Order, 'buyer' | 'id'>,
  hash: string,
): Promise<string | null> {
  // An end that is not followed yet is none, so a picture is never free too early.
  const { rows } = await sql<{ readonly id: string; readonly created_at: string }>`
    select o.id, o.created_at
    from p2p_vouchers voucher
    join p2p_orders o on o.id = voucher.order_id
    where voucher.hash = ${hash} and o.buyer_id = ${String(buyer)}::bigint and o.id <> ${String(id)}::bigint
      and (
        exists (select from p2p_steps step where step.order_id = o.id and step.step = 'paid')
        or not exists (select from p2p_steps step where step.order_id = o.id and step.step = 'returned')
        or exists (select from p2p_orders later where later.previous_id = o.id and later.stage <> 'void')
      )
    order by o.id
    limit 1`.execute(transaction);
  const [row] = rows;
  return row === undefined
    ? null
    : numberOf({ id: escrowNumber(safeInteger(row.id)), createdAtMs: safeInteger(row.created_at) });
}

/** The other orders in which a picture was filed before or at the same time, except the one that an order continues. */
export async function earlierUses(
  db: Database,
  { id, previous }: Pick<Order, 'id' | 'previous'>,
  { filedAtMs, hash }: Voucher,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('p2p_vouchers')
    .select('order_id')
    .distinct()
    .where('hash', '=', hash)
    .where('filed_at', '<=', String(filedAtMs))
    .where('order_id', '<>', String(id))
    .$if(previous !== null, (query) => query.where('order_id', '<>', String(previous)))
    .orderBy('order_id')
    .limit(20)
    .execute();
  return rows.map((row) => safeInteger(row.order_id));
}
