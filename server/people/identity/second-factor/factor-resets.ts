import { userId, type UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { EachAlone } from '../../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import type { FactorMail } from './factor-mail.ts';
import type { With } from '../../../ground/parts.ts';

/** The owner is notified when a reset is decided and can stop it until it takes effect. */
const delayMs = 24 * 3_600_000;
/** Max resets that one round carries out. */
const resetsPerRound = 100;

export interface FactorResetParts extends With<'db' | 'now'> {
  readonly mail: FactorMail;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** The latest reset of an account that was not stopped. */
export interface FactorReset {
  readonly stage: 'planned' | 'done';
  /** When it takes effect, or did. */
  readonly atMs: number;
}

/** The effects of a reset besides the removal of the second factor. */
export interface ResetEffects {
  readonly endSessions: (transaction: Transaction<Schema>, user: UserId) => Promise<unknown>;
  /** Lets staff decide about the documents of a verified user again. */
  readonly reviewAgain: (transaction: Transaction<Schema>, user: UserId) => Promise<unknown>;
}

/** Resets of second factors by staff, for owners who have lost them. */
export class FactorResets {
  readonly #parts: FactorResetParts;

  constructor(parts: FactorResetParts) {
    this.#parts = parts;
  }

  async latestOf(user: UserId): Promise<FactorReset | null> {
    const row = await this.#parts.db
      .selectFrom('factor_resets')
      .select(['stage', 'stage_at', 'due_at'])
      .where('user_id', '=', String(user))
      .where('stage', '<>', 'stopped')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    return row.stage === 'done'
      ? { stage: 'done', atMs: safeInteger(row.stage_at) }
      : { stage: 'planned', atMs: safeInteger(row.due_at) };
  }

  /** Plans a reset and queues the mail to the owner; null if one is planned already. */
  async plan(transaction: Transaction<Schema>, user: UserId, staff: number): Promise<number | null> {
    const atMs = this.#parts.now();
    const dueAtMs = atMs + delayMs;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('factor_resets')
      .values({ user_id: user, staff_id: staff, planned_at: atMs, due_at: dueAtMs, stage: 'planned', stage_at: atMs })
      .onConflict((conflict) => conflict.columns(['user_id']).where('stage', '=', 'planned').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return null;
    await this.#parts.mail.addReset(transaction, user, dueAtMs);
    return dueAtMs;
  }

  /** Stops a planned reset: staff, or the owner by proving the second factor. False if none is planned. */
  async stop(transaction: Transaction<Schema>, user: UserId): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('factor_resets')
      .set({ stage: 'stopped', stage_at: this.#parts.now() })
      .where('user_id', '=', String(user))
      .where('stage', '=', 'planned')
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /**
   * Carries out the resets that are due: the account loses its second factors, its sessions end and its identity is
   * reviewed again, in one transaction each.
   *
   * @returns how many were carried out
   * @throws the failures, after the others
   */
  async carryOutDue(effects: ResetEffects): Promise<number> {
    const { db, now } = this.#parts;
    const due = await db
      .selectFrom('factor_resets')
      .select(['id', 'user_id'])
      .where('stage', '=', 'planned')
      .where('due_at', '<=', String(now()))
      .orderBy('due_at')
      .limit(resetsPerRound)
      .execute();
    let carriedOut = 0;
    const alone = new EachAlone();
    for (const row of due) {
      await alone.attempt(async () => {
        if (await this.#carryOut(row.id, userId(safeInteger(row.user_id)), effects)) carriedOut += 1;
      });
    }
    alone.end();
    return carriedOut;
  }

  async #carryOut(id: string, user: UserId, { endSessions, reviewAgain }: ResetEffects): Promise<boolean> {
    const { db, mail, now, securityLog } = this.#parts;
    const isDone = await inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('factor_resets')
        .set({ stage: 'done', stage_at: now() })
        .where('id', '=', id)
        .where('stage', '=', 'planned')
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await this.#removeFactors(transaction, user);
      await endSessions(transaction, user);
      await reviewAgain(transaction, user);
      await mail.add(transaction, user, 'reset_done', { address: '' });
      return true;
    });
    if (!isDone) return false;
    securityLog.record('second_factor_changed', { user, network: '', change: 'reset_done' });
    mail.wake();
    return true;
  }

  async #removeFactors(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    const nowMs = this.#parts.now();
    const off = { sealed_secret: null, totp_since: null, pending_secret: null, wrong_codes: 0, locked_until: 0 };
    await transaction
      .updateTable('second_factors')
      .set({ ...off, changed_at: nowMs })
      .where('user_id', '=', String(user))
      .execute();
    await transaction.deleteFrom('passkeys').where('user_id', '=', String(user)).execute();
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', String(user)).execute();
  }
}
