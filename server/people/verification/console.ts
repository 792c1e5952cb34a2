import { verificationCalls, type VerificationRow } from '@bourse/contract/console';
import { rejectionKeys } from '@bourse/contract/verification';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { ImagesPort } from '../images/index.ts';
import type { Decisions, Rejection } from './decisions.ts';
import type { Verification, VerificationStore } from './verification-store.ts';
import {
  answered,
  type ChangeContext,
  changed,
  type ConsoleRefused,
  refusal,
  type StaffMember,
  type StaffRoll,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

const takenForMs = 15 * 60_000;
const defaultPage = 50;

export interface VerificationConsoleParts extends With<'console' | 'identityDb' | 'now' | 'queues'> {
  readonly store: VerificationStore;
  readonly decisions: Decisions;
  readonly images: ImagesPort;
  readonly roll: StaffRoll;
}

type Decidable = { readonly ok: true; readonly known: Verification } | ConsoleRefused;

/** Serves the documents of users to staff. */
export function registerVerificationConsole(parts: VerificationConsoleParts): void {
  const { console, decisions, identityDb: db, images, now, queues, roll, store } = parts;

  console.owns('verification', async (any, id) => {
    const row = await any.selectFrom('verifications').select('user_id').where('id', '=', String(id)).executeTakeFirst();
    return row?.user_id ?? null;
  });

  console.read(verificationCalls.verifications, async (input, staff) => {
    const limit = Number(input.limit ?? defaultPage);
    const cursor = cursorOf(input.cursor);
    const rows = await db
      .selectFrom('verifications as v')
      .selectAll('v')
      .select((row) => [
        row
          .selectFrom('verifications as other')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .whereRef('other.card_key', '=', 'v.card_key')
          .whereRef('other.id', '<>', 'v.id')
          .as('duplicates'),
      ])
      .$if(input.state !== undefined, (query) => query.where('status', '=', input.state ?? 'review'))
      .$if(input.user !== undefined, (query) => query.where('user_id', '=', String(input.user)))
      .$if(cursor !== null, (query) =>
        query.where(sql<boolean>`(v.submitted_at, v.id) > (${cursor?.atMs ?? 0}, ${cursor?.id ?? 0})`),
      )
      .orderBy('submitted_at')
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    const names = await roll.names();
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? `${last.submitted_at}-${last.id}` : null;
    return answered({ rows: page.map((row) => rowOf(row, names, staff, now())), next, as_of: now() });
  });

  console.look(verificationCalls.verificationCase, async ({ id }) => {
    const known = await store.find(db, id);
    if (known === null) return refusal('verification_unknown');
    const [front, reverse] = await Promise.all([images.read(known.frontImage), images.read(known.reverseImage)]);
    const data = {
      name: known.name,
      card_id: known.cardId,
      front: front?.toString('base64') ?? null,
      reverse: reverse?.toString('base64') ?? null,
      registered_at: await registeredAt(db, known),
      same_document: await sameDocument(db, store, known),
    };
    return { ...answered(data), subject: subjectOf(known) };
  });

  console.change(verificationCalls.takeVerification, async (input, context) => {
    const found = await decidable(store, input, context);
    if (!found.ok) return found;
    const { by, now: atMs, transaction } = context;
    await transaction
      .updateTable('verifications')
      .set({ taken_by: by.id, taken_until: atMs + takenForMs })
      .where('id', '=', String(input.id))
      .execute();
    const effect = { subject: subjectOf(found.known), before: { taken_by: found.known.takenBy } };
    const after = { taken_by: by.id, taken_until: atMs + takenForMs };
    return changed({ state: found.known.status, version: found.known.version }, { ...effect, after });
  });

  const decide = async (
    input: { readonly id: number; readonly version: number },
    context: ChangeContext,
    rejection: Rejection | null,
  ) => {
    const found = await decidable(store, input, context);
    if (!found.ok) return found;
    const { known } = found;
    const { by, committed, now: atMs, transaction } = context;
    if (known.takenBy !== by.id || (known.takenUntilMs ?? 0) <= atMs) return refusal('verification_not_taken');
    committed(await decisions.decide(transaction, known, { by: by.id, rejection }));
    const state = rejection === null ? ('approved' as const) : ('rejected' as const);
    const after = { state, ...(rejection === null ? {} : { key: rejection.key, words: rejection.words }) };
    const effect = { subject: subjectOf(known), before: { state: known.status }, after };
    return changed({ state, version: known.version + 1 }, effect);
  };
  console.change(verificationCalls.approveVerification, async (input, context) => decide(input, context, null));
  console.change(verificationCalls.rejectVerification, async ({ key, words, ...input }, context) => {
    if (key === 'other' && words.trim() === '') return refusal('words_required');
    return decide(input, context, { key, words: words.trim() });
  });

  queues.add({
    name: 'verifications',
    screen: '/verifications',
    roles: ['support', 'risk'],
    count: async () => {
      const row = await db
        .selectFrom('verifications')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('submitted_at').as('oldest')])
        .where('status', '=', 'review')
        .executeTakeFirstOrThrow();
      return { count: safeInteger(row.count), oldestAtMs: row.oldest === null ? null : safeInteger(row.oldest) };
    },
  });
}

/** Locks a submission that this member of staff may work on. */
async function decidable(
  store: VerificationStore,
  { id, version }: { readonly id: number; readonly version: number },
  { by, now, transaction }: ChangeContext,
): Promise<Decidable> {
  const known = await store.lock(transaction, id);
  if (known === null) return refusal('verification_unknown');
  if (known.version !== version) return refusal('changed_meanwhile');
  if (known.status !== 'review') return refusal('verification_decided');
  const { takenBy, takenUntilMs } = known;
  if (takenBy === null || takenBy === by.id || (takenUntilMs ?? 0) <= now) return { ok: true, known };
  return refusal('verification_taken', { by: takenBy });
}

async function registeredAt(db: Kysely<Schema>, { user }: Verification): Promise<number> {
  const query = db.selectFrom('users').select('created_at').where('id', '=', String(user));
  return safeInteger((await query.executeTakeFirstOrThrow()).created_at);
}

/** Other accounts with the same document, which was compared by its keyed hash. */
async function sameDocument(db: Kysely<Schema>, store: VerificationStore, { cardKey, id }: Verification) {
  const rows = await db
    .selectFrom('verifications')
    .select('id')
    .where('card_key', '=', cardKey)
    .where('id', '<>', String(id))
    .orderBy('id')
    .limit(20)
    .execute();
  const found = await Promise.all(rows.map((row) => store.find(db, safeInteger(row.id))));
  return found
    .filter((other) => other !== null)
    .map(({ name, status, user }) => ({ user_id: Number(user), state: status, name }));
}

function subjectOf({ user }: Verification) {
  return { kind: 'user', id: String(user) };
}

interface ListedRow {
  readonly id: string;
  readonly user_id: string;
  readonly status: VerificationRow['state'];
  readonly version: number;
  readonly submitted_at: string;
  readonly reminded_at: string | null;
  readonly taken_by: number | null;
  readonly taken_until: string | null;
  readonly decided_at: string | null;
  readonly decided_by: number | null;
  readonly reason_key: string | null;
  readonly duplicates: string | null;
}

function rowOf(row: ListedRow, names: ReadonlyMap<number, string>, staff: StaffMember, nowMs: number): VerificationRow {
  const until = row.taken_until === null ? 0 : safeInteger(row.taken_until);
  const isTaken = row.taken_by !== null && until > nowMs;
  const nameOf = (id: number): string => names.get(id) ?? String(id);
  return {
    id: safeInteger(row.id),
    user_id: safeInteger(row.user_id),
    state: row.status,
    version: row.version,
    submitted_at: safeInteger(row.submitted_at),
    reminded_at: row.reminded_at === null ? null : safeInteger(row.reminded_at),
    taken_by: isTaken ? { name: nameOf(row.taken_by), until, is_me: row.taken_by === staff.id } : null,
    decided_at: row.decided_at === null ? null : safeInteger(row.decided_at),
    decided_by: row.decided_by === null ? null : nameOf(row.decided_by),
    rejection: rejectionKeys.find((key) => key === row.reason_key) ?? null,
    duplicates: safeInteger(row.duplicates ?? '0'),
  };
}

/** The position after the last row of a page: time of submission and id. */
function cursorOf(text: string | undefined): { readonly atMs: number; readonly id: number } | null {
  const found = /^([0-9]{1,15})-([0-9]{1,15})$/.exec(text ?? '');
  return found === null ? null : { atMs: Number(found[1]), id: Number(found[2]) };
}
