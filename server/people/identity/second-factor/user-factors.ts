import type { SecondFactor, SecondFactorRefusal } from '@bourse/contract/identity';
import type { UserId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { SessionFactor } from '../tables/people.ts';
import { type Member, networkOf, type Refused, refused } from '../../../ground/gateway/index.ts';
import {
  newRecoveryCodes,
  plainRecoveryCode,
  type SecretBox,
  stepOf,
  typedFactor,
} from '../../../ground/secrets/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import type { GivenFactor, SecondFactors } from '../proofs/ports.ts';
import type { FactorMail } from './factor-mail.ts';
import type { FactorResets } from './factor-resets.ts';
import type { Passkeys } from './passkeys.ts';
import type { With } from '../../../ground/parts.ts';

/** Wrong codes that lock the codes of an account. Passkeys cannot be guessed and are not locked. */
const maxWrongCodes = 5;
const lockMs = 900_000;

export interface FactorParts extends With<'db' | 'now'> {
  readonly box: SecretBox;
  readonly passkeys: Passkeys;
  readonly mail: FactorMail;
  readonly resets: Pick<FactorResets, 'stop'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** The second factor that was proven; `none` for an account without one. */
export interface ProvenFactor {
  readonly factor: SessionFactor;
}

export type FactorRow = Selectable<Schema['second_factors']>;

/** Checks the second factors of users, one check of an account at a time. */
export class UserFactors implements SecondFactors {
  readonly #parts: FactorParts;

  constructor(parts: FactorParts) {
    this.#parts = parts;
  }

  async methodsOf(user: UserId, transaction?: Transaction<Schema>): Promise<readonly SecondFactor[]> {
    return this.#methods(transaction ?? this.#parts.db, user);
  }

  async check(
    user: UserId,
    given: GivenFactor,
    caller: Pick<Member, 'address'>,
  ): Promise<Refused<SecondFactorRefusal> | null> {
    const proven = await this.prove(user, given, caller);
    return 'factor' in proven ? null : proven;
  }

  /** Like `check`, and says which factor was proven. */
  async prove(
    user: UserId,
    given: GivenFactor,
    { address }: Pick<Member, 'address'>,
  ): Promise<ProvenFactor | Refused<SecondFactorRefusal>> {
    const { db, securityLog } = this.#parts;
    const methods = await this.methodsOf(user);
    if (methods.length === 0) return { factor: 'none' };
    const shown = shownFactor(given);
    if (shown.kind === 'empty') return refused('second_factor_required', { methods: methods.join(',') });
    if (shown.kind === 'malformed') return refused('second_factor_malformed');
    const network = networkOf(address);
    // The transaction commits after a refusal as well, because the attempt counts.
    const { failure, proven } = await inTransaction(db, async (transaction): Promise<Checked> => {
      const row = await this.lock(transaction, user);
      const checked = await (shown.kind === 'passkey'
        ? this.#checkPasskey(transaction, user, shown.answer)
        : this.#checkCode(transaction, row, { ...shown, user, address }));
      // An owner who has the second factor did not ask staff to remove it.
      if (checked.proven !== null) await this.#parts.resets.stop(transaction, user);
      return checked;
    });
    if (failure !== null) securityLog.record('second_factor_failed', { user, network, refusal: failure.failure });
    if (failure?.locks === true) securityLog.record('second_factor_locked', { user, network });
    if (proven === 'recovery_code') this.#parts.mail.wake();
    return proven === null ? refusalOf(failure, this.#parts.now()) : { factor: proven };
  }

  /** The row of an account, created if it is missing and locked until the end of the transaction. */
  async lock(transaction: Transaction<Schema>, user: UserId): Promise<FactorRow> {
    await transaction
      .insertInto('second_factors')
      .values({ user_id: user })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return transaction
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', String(user))
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  /** The secret of an authenticator app; null if it was encrypted with another key. */
  openSecret(user: UserId, sealed: Buffer): string | null {
    return this.#parts.box.open(sealed, placeOf(user));
  }

  sealSecret(user: UserId, secret: string): Buffer {
    return this.#parts.box.seal(secret, placeOf(user));
  }

  /** Replaces all recovery codes of an account and returns the new ones. */
  async replaceRecoveryCodes(transaction: Transaction<Schema>, user: UserId): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.deleteRecoveryCodes(transaction, user);
    await transaction
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          user_id: user,
          code_hash: this.#hashOf(user, code),
          created_at: this.#parts.now(),
        })),
      )
      .execute();
    return codes;
  }

  async deleteRecoveryCodes(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', String(user)).execute();
  }

  async recoveryCodesLeft(database: Kysely<Schema> | Transaction<Schema>, user: UserId): Promise<number> {
    const { left } = await database
      .selectFrom('recovery_codes')
      .select((row) => row.fn.countAll<string>().as('left'))
      .where('user_id', '=', String(user))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return safeInteger(left);
  }

  async #methods(database: Kysely<Schema> | Transaction<Schema>, user: UserId): Promise<SecondFactor[]> {
    const row = await database
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', String(user))
      .where('sealed_secret', 'is not', null)
      .executeTakeFirst();
    const passkeys = await this.#parts.passkeys.count(database, user);
    return [...(row === undefined ? [] : (['totp'] as const)), ...(passkeys === 0 ? [] : (['passkey'] as const))];
  }

  async #checkPasskey(transaction: Transaction<Schema>, user: UserId, passkey: string): Promise<Checked> {
    const proven = await this.#parts.passkeys.prove(transaction, passkey, user);
    return proven === null ? failed('passkey') : { failure: null, proven: 'passkey' };
  }

  async #checkCode(transaction: Transaction<Schema>, row: FactorRow, given: GivenCode): Promise<Checked> {
    const { code, kind, user } = given;
    const nowMs = this.#parts.now();
    const lockedUntilMs = safeInteger(row.locked_until);
    if (lockedUntilMs > nowMs) return failed('locked', { lockedUntilMs });
    const account = transaction.updateTable('second_factors').where('user_id', '=', String(user));
    if (kind === 'one_time') {
      const judged = this.#judgeOneTimeCode(user, row, code, nowMs);
      if (judged === 'used') return failed('used');
      if (judged !== 'wrong') {
        await account.set({ last_step: judged, wrong_codes: 0 }).execute();
        return { failure: null, proven: 'totp' };
      }
    } else if (await this.#useRecoveryCode(transaction, given)) {
      await account.set({ wrong_codes: 0 }).execute();
      return { failure: null, proven: 'recovery_code' };
    }
    const wrong = row.wrong_codes + 1;
    const locks = wrong >= maxWrongCodes;
    await account.set(locks ? { wrong_codes: 0, locked_until: nowMs + lockMs } : { wrong_codes: wrong }).execute();
    return failed('code', { locks });
  }

  /** The step of a one-time password. One whose step was accepted before is no attempt to guess. */
  #judgeOneTimeCode(user: UserId, row: FactorRow, code: string, nowMs: number): number | 'used' | 'wrong' {
    const secret = row.sealed_secret === null ? null : this.openSecret(user, row.sealed_secret);
    if (secret === null) return 'wrong';
    const step = stepOf(secret, code, { nowMs, afterStep: safeInteger(row.last_step) });
    if (step !== null) return step;
    return stepOf(secret, code, { nowMs, afterStep: 0 }) === null ? 'wrong' : 'used';
  }

  async #useRecoveryCode(transaction: Transaction<Schema>, { address, code, user }: GivenCode): Promise<boolean> {
    const { mail, now } = this.#parts;
    const { numUpdatedRows } = await transaction
      .updateTable('recovery_codes')
      .set({ used_at: now() })
      .where('user_id', '=', String(user))
      .where('code_hash', '=', this.#hashOf(user, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await mail.add(transaction, user, 'recovery_code_used', { address });
    return true;
  }

  #hashOf(user: UserId, code: string): Buffer {
    return this.#parts.box.hash(['recovery code', user, plainRecoveryCode(code)]);
  }
}

interface GivenCode {
  readonly kind: 'one_time' | 'recovery';
  readonly user: UserId;
  readonly code: string;
  readonly address: string;
}

/** The factor of a request: the passkey if there is one, else the code. */
function shownFactor({ passkey = '', totp_code = '' }: GivenFactor) {
  return passkey === '' ? typedFactor(totp_code) : ({ kind: 'passkey', answer: passkey } as const);
}

interface Failure {
  readonly failure: 'code' | 'used' | 'passkey' | 'locked';
  /** Whether the account's codes are locked from now on. */
  readonly locks: boolean;
  readonly lockedUntilMs: number;
}

type Checked =
  | { readonly failure: null; readonly proven: Exclude<SessionFactor, 'none'> }
  | { readonly failure: Failure; readonly proven: null };

function failed(failure: Failure['failure'], more: Partial<Omit<Failure, 'failure'>> = {}): Checked {
  return { failure: { failure, locks: false, lockedUntilMs: 0, ...more }, proven: null };
}

function refusalOf({ failure, lockedUntilMs }: Failure, nowMs: number): Refused<SecondFactorRefusal> {
  switch (failure) {
    case 'locked':
      return refused('second_factor_locked', { minutes: Math.max(1, Math.ceil((lockedUntilMs - nowMs) / 60_000)) });
    case 'used':
      return refused('second_factor_used');
    case 'code':
    case 'passkey':
      return refused('second_factor_wrong');
  }
}

function placeOf(user: UserId): string {
  return `user ${user} totp`;
}
