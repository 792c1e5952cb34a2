import { randomInt } from 'node:crypto';
import type { AuthorizationCode } from '@bourse/contract/identity';
import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';

const lifetimeMs = 7 * 86_400_000;
const codeLength = 12;
/** Without characters that are easily confused. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * The codes with which users let an agent take them in, one a user: twelve characters, valid for seven days. Encrypted,
 * because the user sees the same code until it expires, and hashed, so that an agent's code can be looked up.
 */
export class AuthorizationCodes {
  readonly #db: Kysely<Schema>;
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(db: Kysely<Schema>, box: SecretBox, now: () => number) {
    this.#db = db;
    this.#box = box;
    this.#now = now;
  }

  /** The hash under which a code is kept. */
  hashOf(code: string): Buffer {
    return this.#box.hash([normalized(code)]);
  }

  /** The owner of a valid code; null if it is unknown, used up or has expired. */
  async ownerOf(code: string, db: Kysely<Schema> | Transaction<Schema> = this.#db): Promise<UserId | null> {
    const row = await db
      .selectFrom('authorization_codes')
      .select('user_id')
      .where('code_hash', '=', this.hashOf(code))
      .where('expires_at', '>', String(this.#now()))
      .executeTakeFirst();
    return row === undefined ? null : userId(safeInteger(row.user_id));
  }

  /** Uses up the code of a user, who gets another one when it is needed. */
  async spend(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    await transaction.deleteFrom('authorization_codes').where('user_id', '=', String(user)).execute();
  }

  /** The valid code of a user, made if there is none. */
  async codeOf(user: UserId): Promise<AuthorizationCode> {
    return inTransaction(this.#db, async (transaction) => {
      // Serializes concurrent calls, so that all return the same code.
      await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
      const row = await transaction
        .selectFrom('authorization_codes')
        .select(['sealed', 'expires_at'])
        .where('user_id', '=', String(user))
        .executeTakeFirst();
      const now = this.#now();
      const expiresAt = row === undefined ? 0 : safeInteger(row.expires_at);
      const known = row === undefined ? null : this.#box.open(row.sealed, placeOf(user));
      if (known !== null && expiresAt > now) return { code: known, expires_at: expiresAt };
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
      const sealed = this.#box.seal(code, placeOf(user));
      const made = { code_hash: this.#box.hash([code]), sealed, expires_at: now + lifetimeMs };
      await transaction
        .insertInto('authorization_codes')
        .values({ user_id: user, ...made })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
        .execute();
      return { code, expires_at: made.expires_at };
    });
  }
}

/** The code that a user has typed: in either case, with surrounding spaces. */
function normalized(code: string): string {
  return code.trim().toUpperCase();
}

function placeOf(user: UserId): string {
  return `user ${user} authorization code`;
}
