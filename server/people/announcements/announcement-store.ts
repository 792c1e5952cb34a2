import type { AnnouncementAudience, AnnouncementText } from '@bourse/contract/console';
import { isLanguage } from '@bourse/contract/texts';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { audienceOf } from './audience.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** An announcement without its texts. Times are epoch milliseconds. */
export interface StoredAnnouncement {
  readonly id: number;
  readonly version: number;
  readonly state: 'draft' | 'sending' | 'sent' | 'stopped';
  readonly audience: AnnouncementAudience;
  readonly changedAtMs: number;
  readonly changedBy: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** The highest user id when sending began. */
  readonly lastUser: number;
  /** Users up to this id were considered. */
  readonly seenUser: number;
  readonly total: number;
  readonly seen: number;
  readonly queued: number;
  readonly withoutAddress: number;
}

/** Announcements before an id, newest first. */
export async function readAnnouncements(
  db: Database,
  filter: { readonly state: StoredAnnouncement['state'] | null; readonly before: number | null },
  maxCount: number,
): Promise<StoredAnnouncement[]> {
  const { before, state } = filter;
  let query = db.selectFrom('announcements').selectAll().orderBy('id', 'desc').limit(maxCount);
  if (state !== null) query = query.where('state', '=', state);
  if (before !== null) query = query.where('id', '<', String(before));
  return (await query.execute()).map((row) => announcementOf(row));
}

export async function readAnnouncement(db: Database, id: number): Promise<StoredAnnouncement | null> {
  const row = await db.selectFrom('announcements').selectAll().where('id', '=', String(id)).executeTakeFirst();
  return row === undefined ? null : announcementOf(row);
}

/** Reads an announcement and locks it until the transaction ends. */
export async function lockAnnouncement(
  transaction: Transaction<Schema>,
  id: number,
): Promise<StoredAnnouncement | null> {
  const row = await transaction
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : announcementOf(row);
}

/** The texts of announcements by their id, each in the order of its languages. */
export async function readAnnouncementTexts(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AnnouncementText[]>> {
  const found = new Map<number, AnnouncementText[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('announcement_texts')
    .selectAll()
    .where('announcement_id', 'in', ids.map(String))
    .orderBy('language')
    .execute();
  for (const { announcement_id: id, content, language, title } of rows) {
    if (isLanguage(language)) found.get(safeInteger(id))?.push({ language, title, content });
  }
  return found;
}

/** Creates a draft and returns its id. */
export async function addDraft(
  transaction: Transaction<Schema>,
  draft: { readonly audience: AnnouncementAudience; readonly by: number; readonly nowMs: number },
): Promise<number> {
  const { id } = await transaction
    .insertInto('announcements')
    .values({
      state: 'draft',
      audience: JSON.stringify(draft.audience),
      changed_at: draft.nowMs,
      changed_by: draft.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return safeInteger(id);
}

export async function replaceTexts(
  transaction: Transaction<Schema>,
  id: number,
  texts: readonly AnnouncementText[],
): Promise<void> {
  await transaction.deleteFrom('announcement_texts').where('announcement_id', '=', String(id)).execute();
  await transaction
    .insertInto('announcement_texts')
    .values(texts.map((text) => ({ announcement_id: id, ...text })))
    .execute();
}

interface AnnouncementRow {
  readonly id: string;
  readonly version: number;
  readonly state: StoredAnnouncement['state'];
  readonly audience: unknown;
  readonly changed_at: string;
  readonly changed_by: number;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly last_user: string;
  readonly seen_user: string;
  readonly total: number;
  readonly seen: number;
  readonly queued: number;
  readonly without_address: number;
}

function announcementOf(row: AnnouncementRow): StoredAnnouncement {
  const { queued, seen, state, total, version } = row;
  return {
    queued,
    seen,
    state,
    total,
    version,
    id: safeInteger(row.id),
    audience: audienceOf(row.audience),
    changedAtMs: safeInteger(row.changed_at),
    changedBy: row.changed_by,
    startedAtMs: row.started_at === null ? null : safeInteger(row.started_at),
    endedAtMs: row.ended_at === null ? null : safeInteger(row.ended_at),
    lastUser: safeInteger(row.last_user),
    seenUser: safeInteger(row.seen_user),
    withoutAddress: row.without_address,
  };
}
