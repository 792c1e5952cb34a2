import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasskeyUse } from '@bourse/contract/second-factor';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { SecretBox } from '../../../ground/secrets/index.ts';

const lifetimeMs = 300_000;
const nonceLength = 16;
const timeLength = 6;
const tagLength = 32;
/** Max expired rows that the use of a challenge deletes. */
const rowsPerUse = 100;

/** The use of a challenge, and its user; null for a proof, whose user the passkey determines. */
export interface ChallengeBinding {
  readonly use: PasskeyUse;
  readonly user: UserId | null;
}

/**
 * Challenges for passkeys. They carry their expiry under a keyed hash instead of being stored, so that visitors can ask
 * for any number. A challenge that was answered is stored until it expires, so that it is used once, also by parallel
 * calls and over restarts.
 */
export class Challenges {
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(box: SecretBox, now: () => number) {
    this.#box = box;
    this.#now = now;
  }

  issue(binding: ChallengeBinding): Uint8Array<ArrayBuffer> {
    const body = Buffer.alloc(nonceLength + timeLength);
    randomBytes(nonceLength).copy(body);
    body.writeUIntBE(this.#now() + lifetimeMs, nonceLength, timeLength);
    return new Uint8Array(Buffer.concat([body, this.#tagOf(body, binding)]));
  }

  /** Whether a challenge, as base64url, was issued for this use and has not expired. */
  accepts(challenge: string, binding: ChallengeBinding): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== nonceLength + timeLength + tagLength) return false;
    const body = bytes.subarray(0, nonceLength + timeLength);
    if (!timingSafeEqual(bytes.subarray(-tagLength), this.#tagOf(body, binding))) return false;
    return body.readUIntBE(nonceLength, timeLength) > this.#now();
  }

  /** Uses a challenge up; false if it was used before. Waits for a parallel transaction that uses it. */
  async use(transaction: Transaction<Schema>, challenge: string): Promise<boolean> {
    await this.#deleteExpired(transaction);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('used_challenges')
      .values({ challenge_hash: this.#box.hash(['used', challenge]), expires_at: this.#now() + lifetimeMs })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return safeInteger(String(numInsertedOrUpdatedRows ?? 0n)) === 1;
  }

  async #deleteExpired(transaction: Transaction<Schema>): Promise<void> {
    const expired = transaction
      .selectFrom('used_challenges')
      .select('challenge_hash')
      .where('expires_at', '<=', String(this.#now()))
      .orderBy('expires_at')
      .limit(rowsPerUse)
      .forUpdate()
      .skipLocked();
    await transaction.deleteFrom('used_challenges').where('challenge_hash', 'in', expired).execute();
  }

  #tagOf(body: Uint8Array, { use, user }: ChallengeBinding): Buffer {
    return this.#box.hash(['challenge', use, user ?? 0, Buffer.from(body).toString('base64url')]);
  }
}
