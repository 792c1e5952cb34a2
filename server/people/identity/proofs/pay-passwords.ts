import type { PasswordPolicy, PasswordRefusal, PayPasswordRefusal } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { AttemptLimit, type Member, networkOf, refused, type Refused } from '../../../ground/gateway/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { judgeNewPassword } from '../account-rules.ts';
import type { Passwords } from '../passwords.ts';
import type { People } from '../people.ts';
import { OneByOne } from './one-by-one.ts';
import type { PayPasswords } from './ports.ts';
import type { With } from '../../../ground/parts.ts';

const maxWrong = 5;
const hourMs = 3_600_000;
const lockMs = 24 * hourMs;
/** New trade passwords of a user that are compared with the login password within an hour. */
const maxCompared = 10;

export interface PayPasswordParts extends With<'db' | 'now'> {
  readonly people: Pick<People, 'find'>;
  readonly settings: { readonly password_policy: PasswordPolicy };
  readonly passwords: Pick<Passwords, 'hash' | 'matches'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** An attempt that was counted: the hash to compare with, and how many wrong ones are left if it is wrong too. */
interface Attempt {
  readonly hash: string;
  readonly left: number;
}

/**
 * Trade passwords in the table `pay_passwords`. An attempt is counted under the lock of its row before the password is
 * compared, and the count is cleared if it is right: however many attempts run at once, and wherever the process stops,
 * at most five wrong ones are compared. No lock is held during the computation, which may have to wait for its turn.
 */
export class StoredPayPasswords implements PayPasswords {
  readonly #parts: PayPasswordParts;
  /** Without it, right passwords in parallel calls could count as wrong until each is compared. */
  readonly #turns = new OneByOne<UserId>();
  readonly #comparisons = new AttemptLimit({ count: maxCompared, windowMs: hourMs });

  constructor(parts: PayPasswordParts) {
    this.#parts = parts;
  }

  async has(user: UserId): Promise<boolean> {
    const query = this.#parts.db.selectFrom('pay_passwords').select('user_id').where('user_id', '=', String(user));
    return (await query.executeTakeFirst()) !== undefined;
  }

  async check(
    user: UserId,
    password: string,
    { address }: Pick<Member, 'address'>,
  ): Promise<Refused<PayPasswordRefusal> | null> {
    // An empty field is no attempt; who has no trade password has none to enter.
    if (password === '') return refused((await this.has(user)) ? 'pay_password_required' : 'pay_password_missing');
    return this.#turns.run(user, async () => {
      const attempt = await this.#count(user);
      if ('ok' in attempt) return attempt;
      const { passwords, securityLog } = this.#parts;
      const network = networkOf(address);
      let right: boolean;
      try {
        right = await passwords.matches(password, attempt.hash, network);
      } catch (error) {
        // Nothing was compared, usually because too many others are waiting.
        await this.#uncount(user);
        throw error;
      }
      if (right) {
        await this.#clear(user);
        return null;
      }
      securityLog.record('pay_password_wrong', { user, network });
      if (attempt.left > 0) return refused('pay_password_wrong', { left: attempt.left });
      securityLog.record('pay_password_locked', { user, network });
      return refused('pay_password_locked', { hours: lockMs / hourMs });
    });
  }

  async judgeNew(
    user: UserId,
    password: string,
    { address }: Pick<Member, 'address'>,
  ): Promise<Refused<PasswordRefusal | 'pay_password_same' | 'too_many_requests'> | null> {
    const { now, passwords, people, settings } = this.#parts;
    const person = await people.find(user);
    const account = person === null || person.email === '' ? (person?.mobileKey ?? '') : person.email;
    const wrong = judgeNewPassword(settings.password_policy, { password, repeated: password, account });
    if (wrong !== null || person === null) return wrong;
    // The answer says whether a text is the login password, which a stolen session must not find by trying.
    const verdict = this.#comparisons.begin(String(user), now());
    if (verdict.kind !== 'go') {
      const waitMs = verdict.kind === 'locked' ? verdict.waitMs : 1_000;
      return refused('too_many_requests', { retry_after: Math.ceil(waitMs / 1_000) });
    }
    try {
      const isSame = await passwords.matches(password, person.passwordHash, networkOf(address));
      return isSame ? refused('pay_password_same') : null;
    } finally {
      this.#comparisons.settle(String(user), now(), 'counts');
    }
  }

  async create(transaction: Transaction<Schema>, user: UserId, hash: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('pay_passwords')
      .values({ user_id: user, hash, created_at: this.#parts.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Replaces the trade password, which also ends a lock; false if there is none. */
  async change(transaction: Transaction<Schema>, user: UserId, hash: string): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('pay_passwords')
      .set({ hash, changed_at: this.#parts.now(), wrong: 0, locked_until: null })
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async hashOf(password: string, { address }: Pick<Member, 'address'>): Promise<string> {
    return this.#parts.passwords.hash(password, networkOf(address));
  }

  #count(user: UserId): Promise<Attempt | Refused<PayPasswordRefusal>> {
    const now = this.#parts.now();
    return inTransaction(this.#parts.db, async (transaction) => {
      const row = await transaction
        .selectFrom('pay_passwords')
        .select(['hash', 'wrong', 'locked_until'])
        .where('user_id', '=', String(user))
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return refused('pay_password_missing');
      const lockedForMs = row.locked_until === null ? 0 : safeInteger(row.locked_until) - now;
      if (lockedForMs > 0) return refused('pay_password_locked', { hours: Math.ceil(lockedForMs / hourMs) });
      const wrong = (row.locked_until === null ? row.wrong : 0) + 1;
      await transaction
        .updateTable('pay_passwords')
        .set({ wrong, locked_until: wrong >= maxWrong ? now + lockMs : null })
        .where('user_id', '=', String(user))
        .execute();
      return { hash: row.hash, left: maxWrong - wrong };
    });
  }

  async #uncount(user: UserId): Promise<void> {
    await this.#parts.db
      .updateTable('pay_passwords')
      .set((row) => ({ wrong: row('wrong', '-', 1), locked_until: null }))
      .where('user_id', '=', String(user))
      .where('wrong', '>', 0)
      .execute();
  }

  async #clear(user: UserId): Promise<void> {
    await this.#parts.db
      .updateTable('pay_passwords')
      .set({ wrong: 0, locked_until: null })
      .where('user_id', '=', String(user))
      .execute();
  }
}
