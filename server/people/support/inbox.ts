import type { FeedbackInboxRow } from '@bourse/contract/console';
import type { FeedbackState, FeedbackType } from '@bourse/contract/support';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** A place in the order of the inbox. */
export interface InboxPlace {
  /** 0 for open feedback, 1 for the rest. */
  readonly group: number;
  readonly key: number;
  readonly id: number;
}

export interface InboxFilter {
  readonly state: FeedbackState | null;
  readonly type: FeedbackType | null;
  readonly user: number | null;
  /** Null for one feedback of any place. */
  readonly id: number | null;
}

/** A row of the inbox; a reservation that has ended is included. */
export interface StoredInboxRow extends Omit<FeedbackInboxRow, 'taken_by'> {
  readonly takenBy: number | null;
  readonly takenUntilMs: number;
  readonly place: InboxPlace;
}

/** Rows in the order of the inbox: open ones first, the longest waiting first; then the last changed first. */
export async function readInbox(
  db: Kysely<Schema>,
  { id, state, type, user }: InboxFilter,
  after: InboxPlace | null,
  maxRows: number,
): Promise<StoredInboxRow[]> {
  const group = sql<number>`(case when state = 'open' then 0 else 1 end)`;
  const key = sql<string>`(case when state = 'open' then waiting_since else -changed_at end)`;
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .select([group.as('group'), key.as('key')])
    .$if(id !== null, (query) => query.where('id', '=', String(id)))
    .$if(state !== null, (query) => query.where('state', '=', state ?? 'open'))
    .$if(type !== null, (query) => query.where('type', '=', type ?? 'account'))
    .$if(user !== null, (query) => query.where('user_id', '=', String(user)))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${group}, ${key}, id) > (${after?.group}::integer, ${after?.key}::bigint, ${after?.id}::bigint)`,
      ),
    )
    .orderBy(group)
    .orderBy(key)
    .orderBy('id')
    .limit(maxRows)
    .execute();
  return rows.map((row) => {
    const rowId = safeInteger(row.id);
    const waitingSince = row.state === 'open' ? safeInteger(row.waiting_since) : null;
    return {
      id: rowId,
      user_id: safeInteger(row.user_id),
      type: row.type,
      title: row.title,
      state: row.state,
      version: row.version,
      created_at: safeInteger(row.created_at),
      changed_at: safeInteger(row.changed_at),
      waiting_since: waitingSince,
      takenBy: row.taken_by,
      takenUntilMs: safeInteger(row.taken_until),
      place: { group: row.group, key: safeInteger(row.key), id: rowId },
    };
  });
}

/** The number of open feedbacks, and since when the first one waits. */
export async function waitingFeedback(
  db: Kysely<Schema>,
): Promise<{ readonly count: number; readonly oldestAtMs: number | null }> {
  const row = await db
    .selectFrom('feedback')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('waiting_since').as('oldest')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return { count: safeInteger(row.count), oldestAtMs: row.oldest === null ? null : safeInteger(row.oldest) };
}

const placeShape = /^([01])\.(-?\d{1,15})\.(\d{1,15})$/;

/** Reads a cursor of `cursorOf`; null for other texts. */
export function placeOf(cursor: string): InboxPlace | null {
  const [, group, key, id] = placeShape.exec(cursor) ?? [];
  return id === undefined ? null : { group: Number(group), key: Number(key), id: Number(id) };
}

export function cursorOf({ group, id, key }: InboxPlace): string {
  return `${group}.${key}.${id}`;
}
