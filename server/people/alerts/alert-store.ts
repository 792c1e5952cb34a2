import { type UserId, userId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { WatchedAlert, WatchedTrade } from './alert-index.ts';

/** A price alert of a user. Its row is being added while `id` is null. */
export interface StoredAlert extends WatchedAlert {
  id: number | null;
  readonly user: UserId;
  readonly market: number;
  readonly createdAtMs: number;
  /** The journal sequence of its last change. */
  sequence: number;
}

type Database = Kysely<Schema> | Transaction<Schema>;

/** Every alert. */
export async function readAlerts(db: Database): Promise<StoredAlert[]> {
  const rows = await db.selectFrom('price_alerts').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    market: row.market_id,
    direction: row.direction,
    price: safeInteger(row.price),
    repeat: row.repeat,
    armed: row.armed,
    createdAtMs: safeInteger(row.created_at),
    firedAtMs: row.fired_at === null ? null : safeInteger(row.fired_at),
    sequence: safeInteger(row.sequence),
  }));
}

export async function addAlert(db: Database, alert: StoredAlert): Promise<number> {
  const { createdAtMs, direction, market, price, repeat, sequence, user } = alert;
  const { id } = await db
    .insertInto('price_alerts')
    .values({ user_id: user, market_id: market, direction, price, repeat, created_at: createdAtMs, sequence })
    .returning('id')
    .executeTakeFirstOrThrow();
  return safeInteger(id);
}

export async function deleteAlert(db: Database, id: number): Promise<void> {
  await db.deleteFrom('price_alerts').where('id', '=', String(id)).execute();
}

/**
 * Records that an alert fired: deletes it, or disarms it if it repeats. False if it was deleted or this trade is
 * recorded already.
 */
export async function storeFired(
  transaction: Transaction<Schema>,
  { id, repeat }: { readonly id: number; readonly repeat: boolean },
  { sequence, timeMs }: WatchedTrade,
): Promise<boolean> {
  const found = repeat
    ? await transaction
        .updateTable('price_alerts')
        .set({ armed: false, fired_at: timeMs, sequence })
        .where('id', '=', String(id))
        .where('sequence', '<', String(sequence))
        .returning('id')
        .executeTakeFirst()
    : await transaction.deleteFrom('price_alerts').where('id', '=', String(id)).returning('id').executeTakeFirst();
  return found !== undefined;
}

/** Records that a repeating alert can fire again. `sequence` is that of the command before the trade. */
export async function storeRearmed(transaction: Transaction<Schema>, id: number, sequence: number): Promise<void> {
  await transaction
    .updateTable('price_alerts')
    .set({ armed: true, sequence })
    .where('id', '=', String(id))
    .where('sequence', '<=', String(sequence))
    .execute();
}

/** The journal sequence up to which every alert that fired is recorded. */
export async function readProgress(db: Database): Promise<number> {
  const row = await db.selectFrom('price_alert_progress').select('sequence').executeTakeFirst();
  return row === undefined ? 0 : safeInteger(row.sequence);
}

export async function storeProgress(db: Database, sequence: number): Promise<void> {
  await db
    .insertInto('price_alert_progress')
    .values({ sequence })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sequence }))
    .execute();
}

/** The trades of a market after one journal sequence and up to another, oldest first, in chunks. */
export async function* tradesBetween(
  db: Kysely<Schema>,
  market: number,
  after: number,
  upTo: number,
): AsyncGenerator<WatchedTrade> {
  let [sequence, id] = [after, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const rows = await db
      .selectFrom('trades')
      .select(['id', 'sequence', 'time_ms', 'price'])
      .where('market_id', '=', market)
      .where((of) => of(of.refTuple('sequence', 'id'), '>', of.tuple(String(sequence), String(id))))
      .where('sequence', '<=', String(upTo))
      .orderBy('sequence')
      .orderBy('id')
      .limit(tradesAtOnce)
      .execute();
    for (const row of rows) {
      [sequence, id] = [safeInteger(row.sequence), safeInteger(row.id)];
      yield { market, price: safeInteger(row.price), timeMs: safeInteger(row.time_ms), sequence };
    }
    if (rows.length < tradesAtOnce) return;
  }
}

const tradesAtOnce = 5_000;

/** The price of the last trade up to a journal sequence, in ticks; null if there is none. */
export async function priceAt(db: Kysely<Schema>, market: number, sequence: number): Promise<number | null> {
  const row = await db
    .selectFrom('trades')
    .select('price')
    .where('market_id', '=', market)
    .where('sequence', '<=', String(sequence))
    .orderBy('sequence', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : safeInteger(row.price);
}
