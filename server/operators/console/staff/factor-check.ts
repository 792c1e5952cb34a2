import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { newAppSecret, stepOf, typedFactor } from '../../../ground/secrets/index.ts';
import type { StaffFactor } from '../../../ground/security-log/index.ts';
import type { StaffSecrets } from './staff-secrets.ts';
import type { StaffId } from '../../../ground/console-gateway/index.ts';

/** A valid second factor. */
export interface ValidFactor {
  readonly kind: StaffFactor;
  /** Uses it up: it is never valid again. */
  use(): Promise<void>;
}

/**
 * Checks the second factors of staff: one-time passwords and recovery codes. The caller has locked the person's row, so
 * two attempts cannot use the same code.
 */
export class FactorCheck {
  readonly #secrets: StaffSecrets;
  /** Used in place of the secret of an unknown person, so that both cases take the same time. */
  readonly #dummy = newAppSecret();

  constructor(secrets: StaffSecrets) {
    this.#secrets = secrets;
  }

  /** The factor that a code proves; null if it is wrong or was used before. */
  async find(
    transaction: Transaction<Schema>,
    staff: StaffId,
    code: string,
    nowMs: number,
  ): Promise<ValidFactor | null> {
    const typed = typedFactor(code);
    switch (typed.kind) {
      case 'one_time':
        return this.#oneTimeCode(transaction, staff, typed.code, nowMs);
      case 'recovery':
        return this.#recoveryCode(transaction, staff, typed.code, nowMs);
      case 'empty':
      case 'malformed':
        return null;
    }
  }

  async recoveryCodesLeft(transaction: Transaction<Schema>, staff: StaffId): Promise<number> {
    const { left } = await transaction
      .selectFrom('staff_recovery_codes')
      .select((row) => row.fn.countAll<string>().as('left'))
      .where('staff_id', '=', staff)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return safeInteger(left);
  }

  async #oneTimeCode(
    transaction: Transaction<Schema>,
    staff: StaffId,
    code: string,
    nowMs: number,
  ): Promise<ValidFactor | null> {
    const row = await transaction
      .selectFrom('staff_factors')
      .select(['id', 'sealed_secret', 'last_step'])
      .where('staff_id', '=', staff)
      .where('kind', '=', 'totp')
      .executeTakeFirst();
    const secret = row === undefined ? null : this.#secrets.open(staff, row.sealed_secret);
    const afterStep = safeInteger(row?.last_step ?? '0');
    const step = stepOf(secret ?? this.#dummy, code, { nowMs, afterStep });
    if (row === undefined || secret === null || step === null) return null;
    return {
      kind: 'totp',
      use: async () => {
        await transaction
          .updateTable('staff_factors')
          .set({ last_step: step, last_used_at: nowMs })
          .where('id', '=', row.id)
          .execute();
      },
    };
  }

  async #recoveryCode(
    transaction: Transaction<Schema>,
    staff: StaffId,
    code: string,
    nowMs: number,
  ): Promise<ValidFactor | null> {
    const hash = this.#secrets.hashRecoveryCode(staff, code);
    const row = await transaction
      .selectFrom('staff_recovery_codes')
      .select('used_at')
      .where('staff_id', '=', staff)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      kind: 'recovery_code',
      use: async () => {
        await transaction
          .updateTable('staff_recovery_codes')
          .set({ used_at: nowMs })
          .where('staff_id', '=', staff)
          .where('code_hash', '=', hash)
          .execute();
      },
    };
  }
}
