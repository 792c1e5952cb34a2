import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { typedCode } from '@bourse/contract';
import type { CodeRefusal } from '@bourse/contract/identity';
import {
  codeLength,
  codeLifetimeSeconds,
  codePurpose,
  type CodePurpose,
  longCodeLength,
} from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import type { SecurityLog } from '../../ground/security-log/index.ts';
import type { Contact } from './contact.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxWrongTries = 5;
/**
 * Codes per address, purpose and share within a day. With five attempts per code, guessing one takes thousands of days.
 */
const codesPerDay = 20;
/** A long code is sent at most once an hour and is valid for two, so the latest one is always still usable. */
const longCodeEverySeconds = 3_600;
export const longCodeLifetimeSeconds = 7_200;
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 1_000;

/** The purpose, recipient and account that a code is valid for. */
export interface CodeBinding {
  readonly purpose: CodePurpose;
  /** The address that the code is sent to. */
  readonly contact: Contact;
  /** The account; null if there is none, or none yet. */
  readonly user: UserId | null;
  /** A further restriction such as the id of the device that logs in; none if absent. */
  readonly scope?: string;
}

/**
 * The daily quota that a code counts against. Anyone can use up the quota `anybody`, so requests that have proven to
 * come from the owner have a quota of their own. `nobody` is for codes that are never sent and counts against neither.
 */
export type Share = 'anybody' | 'owner' | 'nobody';

/** A new code. Only its hash is stored. */
export interface IssuedCode {
  readonly code: string;
  readonly expiresAtMs: number;
  /** Seconds until the code expires. */
  readonly lifetimeSeconds: number;
  /** Seconds until a further code can be requested. */
  readonly resendSeconds: number;
}

/**
 * Verification codes: six digits, valid for ten minutes and one use, void after five wrong attempts. Only the newest
 * code of a binding is valid. When a day's quota is used up, long codes replace them. The table holds keyed hashes.
 */
export class Codes {
  readonly #db: Kysely<Schema>;
  readonly #box: SecretBox;
  readonly #securityLog: Pick<SecurityLog, 'record'>;
  readonly #now: () => number;

  constructor(db: Kysely<Schema>, box: SecretBox, securityLog: Pick<SecurityLog, 'record'>, now: () => number) {
    this.#db = db;
    this.#box = box;
    this.#securityLog = securityLog;
    this.#now = now;
  }

  /**
   * Issues a code. Refused until the resend interval has passed, and when the day's quota is used up. A code that is
   * not `usable` is never accepted but otherwise behaves like any other.
   */
  async issue(
    transaction: Transaction<Schema>,
    binding: CodeBinding,
    { usable, share }: { readonly usable: boolean; readonly share: Share },
  ): Promise<IssuedCode | Refused<'code_sent_already' | 'codes_used_up'>> {
    const now = this.#now();
    const { contact, purpose, user } = binding;
    const scope = this.#scopeKey(binding);
    await lockContact(transaction, contact);
    const earlier = await transaction
      .selectFrom('verification_codes')
      .select(['user_id', 'scope', 'created_at', 'counted_for'])
      .where('contact_key', '=', contact.key)
      .where('purpose', '=', purpose)
      .where('created_at', '>', String(now - dayMs))
      .where('counted_for', '<>', 'long')
      .orderBy('created_at')
      .execute();
    const newest = earlier.findLast((row) => row.scope === scope && ownerOf(row.user_id) === user);
    const wait = newest === undefined ? 0 : safeInteger(newest.created_at) + resendSeconds(purpose) * 1_000 - now;
    if (wait > 0) return refused('code_sent_already', { seconds: Math.ceil(wait / 1_000) });
    const oldest = earlier.filter((row) => row.counted_for === share).at(-codesPerDay);
    if (oldest !== undefined && share !== 'nobody') return codesUsedUp(safeInteger(oldest.created_at) + dayMs - now);
    const code = randomDigits(codeLength);
    const life = { lifetimeSeconds: codeLifetimeSeconds, resendSeconds: resendSeconds(purpose) };
    return this.#store(transaction, binding, { code, usable, countedFor: share, ...life });
  }

  /**
   * Issues a long code, for when strangers have used up the quota of short ones. It cannot be guessed, so wrong
   * attempts do not void it. It is valid on any device, so that the owner can use it no matter who requested it. A
   * further one is refused for an hour, so repeated requests neither flood the address nor lock its owner out.
   */
  async issueLong(
    transaction: Transaction<Schema>,
    binding: CodeBinding,
    { usable }: { readonly usable: boolean },
  ): Promise<IssuedCode | Refused<'long_code_sent'>> {
    const { contact } = binding;
    await lockContact(transaction, contact);
    const newest = await this.#longCodes(transaction, binding)
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const ageMs = newest === undefined ? Number.POSITIVE_INFINITY : this.#now() - safeInteger(newest.created_at);
    const waitMs = longCodeEverySeconds * 1_000 - ageMs;
    if (waitMs > 0) {
      return refused('long_code_sent', { ago: Math.floor(ageMs / minuteMs), minutes: Math.ceil(waitMs / minuteMs) });
    }
    const life = { lifetimeSeconds: longCodeLifetimeSeconds, resendSeconds: longCodeEverySeconds };
    const code = randomDigits(longCodeLength);
    return this.#store(transaction, forAnyDevice(binding), { code, usable, countedFor: 'long', ...life });
  }

  /** Checks a code without using it up. Null if it is right; a wrong one counts as an attempt. */
  async test(binding: CodeBinding, code: string): Promise<Refused<CodeRefusal> | null> {
    return inTransaction(this.#db, (transaction) => this.#judge(transaction, binding, code, 'keep'));
  }

  /**
   * Redeems a code in the transaction of the action that it permits. Concurrent calls are serialized, so only one
   * succeeds. After a refusal the caller has to commit the transaction, because the attempt must be counted.
   */
  async redeem(
    transaction: Transaction<Schema>,
    binding: CodeBinding,
    code: string,
  ): Promise<Refused<CodeRefusal> | null> {
    return this.#judge(transaction, binding, code, 'use');
  }

  /** Deletes a bounded number of codes older than a day and returns how many. */
  async deleteOld(): Promise<number> {
    const old = this.#db
      .selectFrom('verification_codes')
      .select('id')
      .where('created_at', '<=', String(this.#now() - dayMs))
      .limit(rowsPerRound);
    const { numDeletedRows } = await this.#db
      .deleteFrom('verification_codes')
      .where('id', 'in', old)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #judge(
    transaction: Transaction<Schema>,
    binding: CodeBinding,
    code: string,
    when: 'keep' | 'use',
  ): Promise<Refused<CodeRefusal> | null> {
    const given = typedCode(code);
    if (given === '') return refused('verification_code_required');
    // A text that no code can have is mistyped and no attempt to guess.
    if (!isCodeShape(given)) return refused('verification_code_malformed');
    if (given.length === longCodeLength) return this.#judgeLong(transaction, forAnyDevice(binding), given, when);
    const { contact, purpose, user } = binding;
    const newest = await transaction
      .selectFrom('verification_codes')
      .select(['id', 'code_hash', 'expires_at', 'wrong_tries', 'used_at'])
      .where('contact_key', '=', contact.key)
      .where('purpose', '=', purpose)
      .where('scope', '=', this.#scopeKey(binding))
      .where('counted_for', '<>', 'long')
      .where('user_id', user === null ? 'is' : '=', user === null ? null : String(user))
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    const over =
      newest === undefined ||
      newest.used_at !== null ||
      safeInteger(newest.expires_at) <= this.#now() ||
      newest.wrong_tries >= maxWrongTries;
    if (over) return refused('verification_code_expired');
    const row = transaction.updateTable('verification_codes').where('id', '=', newest.id);
    if (!timingSafeEqual(this.#hash(binding, given), newest.code_hash)) {
      const tries = newest.wrong_tries + 1;
      await row.set({ wrong_tries: tries }).execute();
      if (tries === maxWrongTries) {
        this.#securityLog.record('code_attempts_used_up', { user, purpose: purposeName(purpose) });
      }
      return refused('verification_code_wrong');
    }
    if (when === 'use') await row.set({ used_at: this.#now() }).execute();
    return null;
  }

  /** Accepts any valid long code, not only the newest, because the user may be reading an earlier message. */
  async #judgeLong(
    transaction: Transaction<Schema>,
    binding: CodeBinding,
    given: string,
    when: 'keep' | 'use',
  ): Promise<Refused<CodeRefusal> | null> {
    const valid = await this.#longCodes(transaction, binding)
      .select(['id', 'code_hash'])
      .where('used_at', 'is', null)
      .where('expires_at', '>', String(this.#now()))
      .forUpdate()
      .execute();
    if (valid.length === 0) return refused('verification_code_expired');
    const hash = this.#hash(binding, given);
    if (!valid.some((row) => timingSafeEqual(hash, row.code_hash))) return refused('verification_code_wrong');
    if (when === 'keep') return null;
    const ids = valid.map(({ id }) => id);
    await transaction.updateTable('verification_codes').set({ used_at: this.#now() }).where('id', 'in', ids).execute();
    return null;
  }

  #longCodes(transaction: Transaction<Schema>, { contact, purpose, user }: CodeBinding) {
    return transaction
      .selectFrom('verification_codes')
      .where('contact_key', '=', contact.key)
      .where('purpose', '=', purpose)
      .where('counted_for', '=', 'long')
      .where('user_id', user === null ? 'is' : '=', user === null ? null : String(user));
  }

  async #store(transaction: Transaction<Schema>, binding: CodeBinding, made: MadeCode): Promise<IssuedCode> {
    const { contact, purpose, user } = binding;
    const { code, countedFor, lifetimeSeconds, resendSeconds: nextIn, usable } = made;
    const now = this.#now();
    const expiresAtMs = now + lifetimeSeconds * 1_000;
    await transaction
      .insertInto('verification_codes')
      .values({
        purpose,
        contact_key: contact.key,
        user_id: user,
        scope: this.#scopeKey(binding),
        code_hash: usable ? this.#hash(binding, code) : randomBytes(32),
        counted_for: countedFor,
        created_at: now,
        expires_at: expiresAtMs,
      })
      .execute();
    return { code, expiresAtMs, lifetimeSeconds, resendSeconds: nextIn };
  }

  /** The stored form of the scope, which can be the id of a device. */
  #scopeKey({ scope = '' }: CodeBinding): string {
    return scope === '' ? '' : this.#box.hash(['scope', scope]).toString('base64url');
  }

  #hash({ contact, purpose, scope = '', user }: CodeBinding, code: string): Buffer {
    return this.#box.hash([purpose, contact.channel, contact.key, user ?? 0, scope, code]);
  }
}

/** A code to be stored. */
interface MadeCode {
  readonly code: string;
  readonly usable: boolean;
  readonly countedFor: Share | 'long';
  readonly lifetimeSeconds: number;
  readonly resendSeconds: number;
}

/** Serializes requests for one address, so that neither overlooks the other's code. */
async function lockContact(transaction: Transaction<Schema>, { key }: Contact): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bourse code ${key}`}, 0))`.execute(transaction);
}

function purposeName(purpose: CodePurpose): string {
  return Object.entries(codePurpose).find(([, value]) => value === purpose)?.[0] ?? '';
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

function forAnyDevice({ contact, purpose, user }: CodeBinding): CodeBinding {
  return { contact, purpose, user };
}

/** Seconds between two codes of the same kind to the same address. */
function resendSeconds(purpose: CodePurpose): number {
  return purpose === codePurpose.withdrawal ? 59 : 60;
}

/** The refusal when the daily quota of an address is used up. */
export function codesUsedUp(waitMs: number): Refused<'codes_used_up'> {
  return refused('codes_used_up', { hours: Math.max(1, Math.ceil(waitMs / hourMs)) });
}

function ownerOf(id: string | null): number | null {
  return id === null ? null : safeInteger(id);
}

function isCodeShape(code: string): boolean {
  return /^[0-9]+$/.test(code) && (code.length === codeLength || code.length === longCodeLength);
}
