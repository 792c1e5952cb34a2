import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Report } from './on-ramp.ts';
import type { ReportedStatus } from './tables.ts';
import { type StoredTopup, topupOf } from './topup.ts';

type Db = Kysely<Schema> | Transaction<Schema>;

/** The states from which a report leads to a state: they are passed in one direction only. */
const before: Readonly<Record<Report['status'], readonly ReportedStatus[]>> = {
  // A payment may be reported after the exchange has stopped waiting for it, or after another card was refused.
  paid: ['pending', 'expired', 'declined'],
  declined: ['pending', 'expired'],
  expired: ['pending'],
  charged_back: ['pending', 'expired', 'declined', 'paid'],
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

/** The orders of a person within a day. */
interface Day {
  /** All orders, also those that have got no address. */
  readonly tries: number;
  /** The orders that have an address or may get one. */
  readonly begun: number;
  /** The cents that were paid or may be, and at least the worth of the coins that arrived, of older orders too. */
  readonly cents: number;
}

/**
 * The orders of a person since a time. One that was declined or has expired can be paid while its page is open, unless
 * the provider closes it. Coins are worth what their order says.
 */
export async function readDay(
  db: Db,
  user: UserId,
  { closesOrders, sinceMs }: { readonly closesOrders: boolean; readonly sinceMs: number },
): Promise<Day> {
  const { rows } = await sql<{ tries: string; begun: string; cents: string }>`
    with arrived as (
      select t.id, sum(d.amount) as units
      from deposits d
      join topups t on t.chain_id = d.chain_id and t.address = d.address and t.protocol_id = d.protocol_id
      where d.user_id = ${String(user)} and d.created_at > ${sinceMs} and d.stage in ('seen', 'creditable')
      group by t.id
    ), counted as (
      select t.created_at > ${sinceMs} as is_new, t.address is not null or t.status = 'pending' as is_begun,
        case when t.created_at > ${sinceMs} and (t.status not in ('declined', 'expired')
          or (t.redirect_url is not null and not ${closesOrders})) then t.cents else 0 end as cents,
        coalesce(ceil(a.units * t.cents / t.number), 0) as worth
      from topups t left join arrived a on a.id = t.id
      where t.user_id = ${String(user)} and (t.created_at > ${sinceMs} or a.id is not null)
    )
    select count(*) filter (where is_new) as tries, count(*) filter (where is_new and is_begun) as begun,
      coalesce(sum(greatest(cents, worth)), 0)::text as cents
    from counted`.execute(db);
  const [row] = rows;
  return { tries: Number(row?.tries ?? 0), begun: Number(row?.begun ?? 0), cents: Number(row?.cents ?? 0) };
}

/**
 * Records a report once, and the state that it leads to. A report that comes again, or too late to lead anywhere,
 * changes nothing. Returns the top-up after it; null if there is none with this number.
 */
export async function takeReport(
  transaction: Transaction<Schema>,
  provider: string,
  { eventId, order, status }: Report,
  nowMs: number,
): Promise<StoredTopup | null> {
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
  await transaction
    .updateTable('topups')
    // Its owner is notified of each state, and a charge back is judged again by staff.
    .set({ status, noticed: false, changed_at: nowMs, ...(status === 'charged_back' ? { cleared: 0 } : {}) })
    .where('id', '=', row.id)
    .execute();
  return { ...known, status };
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

/** Ends an order that has got no address, because the chain or its signer is out of reach: it keeps nothing. */
export async function giveUp(db: Kysely<Schema>, id: number, nowMs: number): Promise<void> {
  await db
    .updateTable('topups')
    .set({ status: 'expired', changed_at: nowMs })
    .where('id', '=', String(id))
    .where('status', '=', 'pending')
    .where('address', 'is', null)
    .execute();
}

/** A page of a user's top-ups, newest first, and the number of all of them. */
export async function readTopupsOf(db: Kysely<Schema>, user: UserId, page: { offset: number; limit: number }) {
  const own = db.selectFrom('topups').where('user_id', '=', String(user));
  const { total } = await own.select((all) => all.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await own.selectAll().orderBy('id', 'desc').offset(page.offset).limit(page.limit).execute();
  return { total: Number(total), rows: rows.map((row) => topupOf(row)) };
}
