import { rejectionKeys, type RejectionKey } from '@bourse/contract/verification';
import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** The submission of a user, with its documents in plain text. Times are epoch milliseconds. */
export interface Verification {
  readonly id: number;
  readonly user: UserId;
  readonly status: 'review' | 'rejected' | 'approved';
  readonly version: number;
  readonly name: string;
  readonly cardId: string;
  readonly cardKey: Buffer;
  readonly frontImage: string;
  readonly reverseImage: string;
  readonly submittedAtMs: number;
  readonly submissions: number;
  readonly submissionsSinceMs: number;
  readonly remindedAtMs: number | null;
  readonly takenBy: number | null;
  readonly takenUntilMs: number | null;
  readonly decidedAtMs: number | null;
  readonly decidedBy: number | null;
  readonly reasonKey: RejectionKey | null;
  readonly reasonWords: string;
}

/** The documents of a submission. */
export interface Documents {
  readonly name: string;
  readonly cardId: string;
  readonly frontImage: string;
  readonly reverseImage: string;
}

/** The table of submissions. Names and numbers are sealed to their user and column. */
export class VerificationStore {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  async findOfUser(db: Database, user: UserId): Promise<Verification | null> {
    const query = db.selectFrom('verifications').selectAll().where('user_id', '=', String(user));
    return this.#read(await query.executeTakeFirst());
  }

  async find(db: Database, id: number): Promise<Verification | null> {
    return this.#read(await db.selectFrom('verifications').selectAll().where('id', '=', String(id)).executeTakeFirst());
  }

  /** Reads a submission and locks it until the transaction ends. */
  async lock(transaction: Transaction<Schema>, id: number): Promise<Verification | null> {
    const query = transaction.selectFrom('verifications').selectAll().where('id', '=', String(id)).forUpdate();
    return this.#read(await query.executeTakeFirst());
  }

  /** Adds the first submission of a user; false if there is one. */
  async add(transaction: Transaction<Schema>, user: UserId, documents: Documents, nowMs: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('verifications')
      .values({
        user_id: user,
        status: 'review',
        ...this.#sealed(user, documents),
        submitted_at: nowMs,
        submissions_since: nowMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Puts other documents in place of rejected ones. */
  async replace(
    transaction: Transaction<Schema>,
    { id, user }: Verification,
    documents: Documents,
    counted: { readonly submissions: number; readonly sinceMs: number; readonly nowMs: number },
  ): Promise<void> {
    await transaction
      .updateTable('verifications')
      .set((row) => ({
        status: 'review',
        version: row('version', '+', 1),
        ...this.#sealed(user, documents),
        submitted_at: counted.nowMs,
        submissions: counted.submissions,
        submissions_since: counted.sinceMs,
        reminded_at: null,
        taken_by: null,
        taken_until: null,
        decided_at: null,
        decided_by: null,
        reason_key: null,
        reason_words: null,
      }))
      .where('id', '=', String(id))
      .execute();
  }

  /** Records the decision about a submission. `by` is null for a demo. */
  async decide(
    transaction: Transaction<Schema>,
    { id }: Verification,
    decision: {
      readonly by: number | null;
      readonly rejection: { readonly key: RejectionKey; readonly words: string } | null;
      readonly nowMs: number;
    },
  ): Promise<void> {
    const { by, nowMs, rejection } = decision;
    await transaction
      .updateTable('verifications')
      .set((row) => ({
        status: rejection === null ? 'approved' : 'rejected',
        version: row('version', '+', 1),
        taken_by: null,
        taken_until: null,
        decided_at: nowMs,
        decided_by: by,
        reason_key: rejection?.key ?? null,
        reason_words: rejection?.words ?? null,
      }))
      .where('id', '=', String(id))
      .execute();
  }

  /** Puts approved documents under review again, as if they were submitted now. */
  async reopen(transaction: Transaction<Schema>, user: UserId, nowMs: number): Promise<void> {
    await transaction
      .updateTable('verifications')
      .set((row) => ({
        status: 'review',
        version: row('version', '+', 1),
        submitted_at: nowMs,
        reminded_at: null,
        taken_by: null,
        taken_until: null,
        decided_at: null,
        decided_by: null,
      }))
      .where('user_id', '=', String(user))
      .where('status', '=', 'approved')
      .execute();
  }

  #sealed(user: UserId, { cardId, frontImage, name, reverseImage }: Documents) {
    return {
      name: this.#box.seal(name, placeOf(user, 'name')),
      card_id: this.#box.seal(cardId, placeOf(user, 'card')),
      card_key: this.#box.hash(['card', cardId]),
      front_image: frontImage,
      reverse_image: reverseImage,
    };
  }

  #read(row: VerificationRow | undefined): Verification | null {
    if (row === undefined) return null;
    const user = userId(safeInteger(row.user_id));
    const name = this.#box.open(row.name, placeOf(user, 'name'));
    const cardId = this.#box.open(row.card_id, placeOf(user, 'card'));
    if (name === null || cardId === null) throw new Error(`The documents of user ${user} cannot be decrypted.`);
    return {
      id: safeInteger(row.id),
      user,
      status: row.status,
      version: row.version,
      name,
      cardId,
      cardKey: row.card_key,
      frontImage: row.front_image,
      reverseImage: row.reverse_image,
      submittedAtMs: safeInteger(row.submitted_at),
      submissions: row.submissions,
      submissionsSinceMs: safeInteger(row.submissions_since),
      remindedAtMs: timeOf(row.reminded_at),
      takenBy: row.taken_by,
      takenUntilMs: timeOf(row.taken_until),
      decidedAtMs: timeOf(row.decided_at),
      decidedBy: row.decided_by,
      reasonKey: rejectionKeys.find((key) => key === row.reason_key) ?? null,
      reasonWords: row.reason_words ?? '',
    };
  }
}

interface VerificationRow {
  readonly id: string;
  readonly user_id: string;
  readonly status: Verification['status'];
  readonly version: number;
  readonly name: Buffer;
  readonly card_id: Buffer;
  readonly card_key: Buffer;
  readonly front_image: string;
  readonly reverse_image: string;
  readonly submitted_at: string;
  readonly submissions: number;
  readonly submissions_since: string;
  readonly reminded_at: string | null;
  readonly taken_by: number | null;
  readonly taken_until: string | null;
  readonly decided_at: string | null;
  readonly decided_by: number | null;
  readonly reason_key: string | null;
  readonly reason_words: string | null;
}

function timeOf(value: string | null): number | null {
  return value === null ? null : safeInteger(value);
}

function placeOf(user: UserId, column: 'name' | 'card'): string {
  return `verification of user ${user} ${column}`;
}
