import type { Feedback, FeedbackRow, FeedbackState, FeedbackType } from '@bourse/contract/support';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** A message before it is stored; `staff` is null for a message of the user. */
export interface NewMessage {
  readonly staff: number | null;
  readonly content: string;
  /** Ids of attached images. */
  readonly images: readonly string[];
  readonly atMs: number;
}

/** A stored message. */
export interface StoredMessage extends NewMessage {
  readonly id: number;
}

/** A feedback whose row is locked. */
export interface LockedFeedback {
  readonly id: number;
  readonly user: number;
  readonly type: FeedbackType;
  readonly title: string;
  readonly state: FeedbackState;
  readonly version: number;
  readonly takenBy: number | null;
  readonly takenUntilMs: number;
}

/** Serializes what a user writes, so that parallel requests cannot exceed the limits. */
export async function lockWriter(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
}

/** How many feedbacks of a user are not closed. */
export async function unclosedOf(transaction: Transaction<Schema>, user: UserId): Promise<number> {
  const { count } = await transaction
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('state', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

/** How many feedbacks a user has sent since a time. */
export async function sentSince(transaction: Transaction<Schema>, user: UserId, sinceMs: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('created_at', '>', String(sinceMs))
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

/** The times of a user's last messages, newest first. */
export async function lastMessagesOf(
  transaction: Transaction<Schema>,
  user: UserId,
  sinceMs: number,
  maxCount: number,
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('feedback_messages as message')
    .innerJoin('feedback', 'feedback.id', 'message.feedback_id')
    .select('message.created_at')
    .where('feedback.user_id', '=', String(user))
    .where('message.staff_id', 'is', null)
    .where('message.created_at', '>', String(sinceMs))
    .orderBy('message.created_at', 'desc')
    .limit(maxCount)
    .execute();
  return rows.map((row) => safeInteger(row.created_at));
}

/** Adds a feedback without messages and returns its id. */
export async function addRow(
  transaction: Transaction<Schema>,
  { nowMs, title, type, user }: { user: UserId; type: FeedbackType; title: string; nowMs: number },
): Promise<number> {
  const times = { created_at: nowMs, changed_at: nowMs, waiting_since: nowMs };
  const { id } = await transaction
    .insertInto('feedback')
    .values({ user_id: user, type, title, state: 'open', taken_by: null, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  return safeInteger(id);
}

export async function addMessage(
  transaction: Transaction<Schema>,
  feedback: number,
  { atMs, content, images, staff }: NewMessage,
): Promise<void> {
  await transaction
    .insertInto('feedback_messages')
    .values({ feedback_id: feedback, staff_id: staff, content, images: [...images], created_at: atMs })
    .execute();
}

/** Locks a feedback until the end of the transaction; null if it is unknown, or not of this user. */
export async function lockFeedback(
  transaction: Transaction<Schema>,
  id: number,
  user: UserId | null,
): Promise<LockedFeedback | null> {
  const row = await transaction
    .selectFrom('feedback')
    .select(['user_id', 'type', 'title', 'state', 'version', 'taken_by', 'taken_until'])
    .where('id', '=', String(id))
    .$if(user !== null, (query) => query.where('user_id', '=', String(user)))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { state, taken_by: takenBy, title, type, version } = row;
  const numbers = { user: safeInteger(row.user_id), takenUntilMs: safeInteger(row.taken_until) };
  return { id, type, title, state, version, takenBy, ...numbers };
}

/** Moves a locked feedback to a state and ends the work of staff on it. Returns its next version. */
export async function moveTo(
  transaction: Transaction<Schema>,
  { id, state: before, version }: LockedFeedback,
  state: FeedbackState,
  nowMs: number,
): Promise<number> {
  const next = version + 1;
  await transaction
    .updateTable('feedback')
    .set({ state, version: next, changed_at: nowMs, taken_by: null, taken_until: 0 })
    // Further messages of a waiting user do not move it back in the queue.
    .$if(state === 'open' && before !== 'open', (query) => query.set({ waiting_since: nowMs }))
    .where('id', '=', String(id))
    .execute();
  return next;
}

const rowColumns = ['id', 'type', 'title', 'state', 'created_at', 'changed_at'] as const;

/** One page of a user's feedback, the last changed first, and the number of all. */
export async function listOf(
  db: Database,
  user: UserId,
  state: FeedbackState | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: FeedbackRow[]; total: number }> {
  const own = db
    .selectFrom('feedback')
    .where('user_id', '=', String(user))
    .$if(state !== null, (query) => query.where('state', '=', state ?? 'open'));
  const [rows, { count }] = await Promise.all([
    own.select(rowColumns).orderBy('changed_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(rowOf), total: safeInteger(count) };
}

/** A feedback of a user without its messages; null if it is unknown or of another user. */
export async function findOf(db: Database, user: UserId, id: number): Promise<FeedbackRow | null> {
  const row = await db
    .selectFrom('feedback')
    .select(rowColumns)
    .where('id', '=', String(id))
    .where('user_id', '=', String(user))
    .executeTakeFirst();
  return row === undefined ? null : rowOf(row);
}

/** The messages of a feedback, oldest first. Their number is limited when they are added. */
export async function messagesOf(db: Database, feedback: number): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('feedback_messages')
    .selectAll()
    .where('feedback_id', '=', String(feedback))
    .orderBy('id')
    .execute();
  return rows.map(({ content, created_at, id, images, staff_id }) => ({
    id: safeInteger(id),
    staff: staff_id,
    content,
    images,
    atMs: safeInteger(created_at),
  }));
}

function rowOf(row: {
  readonly id: string;
  readonly type: FeedbackType;
  readonly title: string;
  readonly state: FeedbackState;
  readonly created_at: string;
  readonly changed_at: string;
}): Omit<Feedback, 'messages'> {
  const { state, title, type } = row;
  const times = { created_at: safeInteger(row.created_at), changed_at: safeInteger(row.changed_at) };
  return { id: safeInteger(row.id), type, title, state, ...times };
}
