import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { refused, type Refused } from '../../../ground/gateway/index.ts';
import type { SecretBox } from '../../../ground/secrets/index.ts';
import type { Images } from '../../../people/images/index.ts';
import { type Order, orderOf } from './stored-order.ts';
import type { OrderImageKind } from './tables.ts';

export type Database = Kysely<Schema> | Transaction<Schema>;

/** The rows of orders. */
export class OrderStore {
  readonly #db: Kysely<Schema>;
  readonly #box: SecretBox;

  constructor(db: Kysely<Schema>, box: SecretBox) {
    this.#db = db;
    this.#box = box;
  }

  async find(id: number, db: Database = this.#db): Promise<Order | null> {
    if (!Number.isSafeInteger(id) || id < 1) return null;
    const row = await db.selectFrom('p2p_orders').selectAll().where('id', '=', String(id)).executeTakeFirst();
    return row === undefined ? null : orderOf(this.#box, row);
  }

  async findAll(ids: readonly number[]): Promise<ReadonlyMap<number, Order>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db.selectFrom('p2p_orders').selectAll().where('id', 'in', ids.map(String)).execute();
    return new Map(rows.map((row) => [safeInteger(row.id), orderOf(this.#box, row)]));
  }

  /** The order of a request of a user; null if none has the key. */
  async findByKey(user: UserId, key: string, db: Database = this.#db): Promise<Order | null> {
    const row = await db
      .selectFrom('p2p_orders')
      .selectAll()
      .where('requester_id', '=', String(user))
      .where('request_key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : orderOf(this.#box, row);
  }

  /** Locks an order until the transaction ends. */
  async lock(transaction: Transaction<Schema>, id: number): Promise<Order | null> {
    const row = await transaction
      .selectFrom('p2p_orders')
      .selectAll()
      .where('id', '=', String(id))
      .forUpdate()
      .executeTakeFirst();
    return row === undefined ? null : orderOf(this.#box, row);
  }

  /** The order that continues a cancelled one; null if there is none. */
  async continuationOf(id: number): Promise<Order | null> {
    const row = await this.#db
      .selectFrom('p2p_orders')
      .selectAll()
      .where('previous_id', '=', String(id))
      .where('stage', '<>', 'void')
      .executeTakeFirst();
    return row === undefined ? null : orderOf(this.#box, row);
  }
}

/** Serializes the requests of a user for orders. */
export async function lockRequester(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`p2p orders of ${user}`}, 0))`.execute(transaction);
}

/**
 * Serializes what decides which order of a buyer a payment belongs to, whichever side requests it. After
 * `lockRequester`, and before every lock of a row.
 */
export async function lockBuyer(transaction: Transaction<Schema>, buyer: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`p2p payments of ${buyer}`}, 0))`.execute(transaction);
}

/** The next number of an order. They are dense, so they are given one after another until the transaction ends. */
export async function nextNumber(transaction: Transaction<Schema>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('p2p order numbers', 0))`.execute(transaction);
  const { last } = await transaction
    .selectFrom('p2p_orders')
    .select(({ fn }) => fn.max<string | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return (last === null ? 0 : safeInteger(last)) + 1;
}

interface OrderImage {
  readonly order: number;
  readonly user: UserId;
  readonly kind: OrderImageKind;
}

/**
 * Makes an image of a user part of an order, and returns its id. One that the user has made part of the order before,
 * such as in a request whose answer was lost, remains part of it.
 */
export async function attachToOrder(
  images: Pick<Images, 'attach'>,
  transaction: Transaction<Schema>,
  id: string,
  { kind, order, user }: OrderImage,
): Promise<string | Refused<'image_unknown'>> {
  const known = await transaction
    .selectFrom('p2p_images')
    .select('image_id')
    .where('image_id', '=', id)
    .where('order_id', '=', String(order))
    .where('owner_id', '=', String(user))
    .executeTakeFirst();
  if (known !== undefined) return id;
  const attached = await images.attach(transaction, user, id, { kind: 'order', owner: `order ${order}` });
  if (typeof attached !== 'string') return refused('image_unknown');
  await showImage(transaction, attached, { order, user, kind });
  return attached;
}

/** Lets both sides of an order see an image. */
export async function showImage(
  transaction: Transaction<Schema>,
  id: string,
  { kind, order, user }: OrderImage,
): Promise<void> {
  await transaction
    .insertInto('p2p_images')
    .values({ image_id: id, order_id: order, kind, owner_id: user })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
