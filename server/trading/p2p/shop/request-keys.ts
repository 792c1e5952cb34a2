import type { UserId } from '@bourse/engine';
import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';

/** A request under an idempotency key. */
export interface KeyedRequest {
  readonly user: UserId;
  /** Null for a request without a key, which is never a repetition. */
  readonly key: string | null;
  readonly call: string;
  readonly input: object;
}

/** Keys are remembered as long as those of the exchange. */
const keptMs = 86_400_000;
/** Rows that one round of the sweep deletes. */
const rowsPerRound = 1_000;

/**
 * The subject of an earlier request under the key; `reused` if it was another request, null if there was none. Within
 * the transaction that stores the effect, after a lock that serializes the requests of the user.
 */
export async function earlierRequest(
  db: Kysely<Schema> | Transaction<Schema>,
  { call, input, key, user }: KeyedRequest,
): Promise<{ readonly subject: number } | 'reused' | null> {
  if (key === null) return null;
  const row = await db
    .selectFrom('p2p_requests')
    .select(['call', 'digest', 'subject_id'])
    .where('user_id', '=', String(user))
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.call === call && row.digest === digestOf(input) ? { subject: safeInteger(row.subject_id) } : 'reused';
}

/** Remembers a request in the transaction that stores its effect. */
export async function rememberRequest(
  transaction: Transaction<Schema>,
  { call, input, key, user }: KeyedRequest,
  subject: number,
  nowMs: number,
): Promise<void> {
  if (key === null) return;
  await transaction
    .insertInto('p2p_requests')
    .values({
      user_id: user,
      request_key: key,
      call,
      digest: digestOf(input),
      subject_id: subject,
      created_at: nowMs,
    })
    .execute();
}

/** Forgets a request that was refused, so that its key can be used again. */
export async function forgetRequests(transaction: Transaction<Schema>, user: UserId, call: string, subject: number) {
  await transaction
    .deleteFrom('p2p_requests')
    .where('user_id', '=', String(user))
    .where('call', '=', call)
    .where('subject_id', '=', String(subject))
    .execute();
}

/** Deletes a bounded number of old keys. */
export async function sweepRequests(db: Kysely<Schema>, nowMs: number): Promise<void> {
  const old = db
    .selectFrom('p2p_requests')
    .select(['user_id', 'request_key'])
    .where('created_at', '<', String(nowMs - keptMs))
    .limit(rowsPerRound);
  await db
    .deleteFrom('p2p_requests')
    .where((of) => of(of.refTuple('user_id', 'request_key'), 'in', old.$asTuple('user_id', 'request_key')))
    .execute();
}

function digestOf(input: object): string {
  const fields = Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(fields), 'hex');
}
