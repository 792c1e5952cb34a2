import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import type { Report } from './on-ramp.ts';
import type { ReportedStatus } from './tables.ts';
import { type StoredTopup, topupOf } from './topup.ts';

type Db = Kysely<Schema> | Transaction<Schema>;

/** The states from which a report leads to a state: they are passed in one direction only. */
const before: Readonly<Record<Report['status'], readonly ReportedStatus[]>> = {
  // A payment may be reported after the exchange has stopped waiting for it.
  paid: ['pending', 'expired'],
  declined: ['pending', 'expired'],
  expired: ['pending'],
  charged_back: ['pending', 'expired', 'paid'],
};

export async function findTopup(db: Db, id: number): Promise<StoredTopup | null> {
  const row = await db.selectFrom('topups').selectAll().where('id', '=', String(id)).executeTakeFirst();
  return row === undefined ? null : topupOf(row);
}

/** The top-up of a user that was begun with this key or quote. */
export async function findBegun(
  db: Db,
  user: UserId,
  { quoteKey, requestKey }: { readonly quoteKey: string; readonly requestKey: string },
): Promise<StoredTopup | null> {
  const row = await db
    .selectFrom('topups')
    .selectAll()
    .where('user_id', '=', String(user))
    .where((topup) => topup.or([topup('request_key', '=', requestKey), topup('quote_key', '=', quoteKey)]))
    .orderBy('id')
    .executeTakeFirst();
  return row === undefined ? null : topupOf(row);
}

/** How many top-ups a person has begun since a time, and the cents of those that were or may be paid. */
export async function readDay(db: Db, user: UserId, sinceMs: number) {
  const { rows } = await sql<{ begun: string; cents: string }>`
    select count(*) as begun,
      coalesce(sum(cents) filter (where status not in ('declined', 'expired')), 0)::text as cents
    from topups where user_id = ${String(user)} and created_at > ${sinceMs}`.execute(db);
  const [row] = rows;
  return { begun: Number(row?.begun ?? 0), cents: Number(row?.cents ?? 0) };
}

/**
 * Records a report once, and the state that it leads to. A report that comes again, or too late to lead anywhere,
 * changes nothing. Returns the top-up after it; null if there is none with this number.
 */
export async function takeReport(
  db: Kysely<Schema>,
  provider: string,
  { eventId, order, status }: Report,
  nowMs: number,
): Promise<StoredTopup | null> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('topups')
      .selectAll()
      .where('id', '=', String(order))
      .where('provider', '=', provider)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    const known = topupOf(row);
    const stored = await transaction
      .insertInto('topup_events')
      .values({ provider, event_id: eventId, topup_id: known.id, status, received_at: nowMs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = stored.numInsertedOrUpdatedRows === 1n;
    if (!isNew || !before[status].includes(known.status)) return known;
    await setStatus(transaction, known.id, status, nowMs);
    return { ...known, status };
  });
}

async function setStatus(db: Db, id: number, status: ReportedStatus, nowMs: number): Promise<void> {
  await db.updateTable('topups').set({ status, changed_at: nowMs }).where('id', '=', String(id)).execute();
}

/** Ends the top-ups that were not paid in time, and returns their number. */
export async function expire(db: Kysely<Schema>, nowMs: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('topups')
    .set({ status: 'expired', changed_at: nowMs })
    .where('status', '=', 'pending')
    .where('expires_at', '<', String(nowMs))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A page of a user's top-ups, newest first, and the number of all of them. */
export async function readTopupsOf(db: Kysely<Schema>, user: UserId, page: { offset: number; limit: number }) {
  const own = db.selectFrom('topups').where('user_id', '=', String(user));
  const { total } = await own.select((all) => all.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await own.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute();
  return { total: Number(total), rows: rows.map((row) => topupOf(row)) };
}
