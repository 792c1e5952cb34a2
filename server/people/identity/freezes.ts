import { userCalls } from '@bourse/contract/console';
import { userId, type UserId, venue } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { sql, type Transaction } from 'kysely';
import { EachAlone } from '../../ground/background/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';

/** The actions of operators after which a freeze by the owner no longer exists. */
const operatorsActions = [userCalls.stopUserOutflow, userCalls.stopUserTrading, userCalls.liftUserRestriction].map(
  ({ path }) => path,
);
/** An operator's decision can come between reading a restriction and changing it. */
const maxTries = 3;

export interface FreezeParts extends With<'cancelWithdrawals' | 'db' | 'now'> {
  readonly core: Pick<Core, 'submit'>;
  readonly restrictionOf: (user: UserId) => RestrictionScope;
}

/**
 * Accounts that their owners have frozen. The exchange restricts them to `trading`, in the name of the venue (operator
 * 0), and cancels their withdrawals; a row remembers the restriction below. It ends as soon as an operator restricts
 * the user or lifts the restriction: from then on only operators decide, and an owner never weakens what they imposed.
 */
export class Freezes {
  readonly #parts: FreezeParts;

  constructor(parts: FreezeParts) {
    this.#parts = parts;
  }

  /** Whether the owner has frozen the account and can unfreeze it. */
  async isFrozen(user: UserId): Promise<boolean> {
    const row = await this.#find(user);
    return row !== null && this.#parts.restrictionOf(user) === 'trading' && !(await this.#isSuperseded(user, row));
  }

  /** Notes in the transaction that ends the sessions that the account is to be frozen; `carryOut` then does so. */
  async note(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    const scope = this.#parts.restrictionOf(user);
    // Without a row, an account that operators have frozen stays frozen by them alone.
    if (scope === 'trading') return;
    const row = { frozen_at: this.#parts.now(), scope_before: scope, sequence: null };
    await transaction
      .insertInto('freezes')
      .values({ user_id: user, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  /** Restricts a user whose freeze was noted, and cancels their withdrawals. A repeated call changes nothing. */
  async carryOut(user: UserId): Promise<void> {
    const { cancelWithdrawals } = this.#parts;
    // Before the restriction: payments of a restricted user are cancelled as the exchange's own act, without their fee.
    // A failure must not keep the account open: the second pass cancels the same ones.
    await cancelWithdrawals(user, 'held').catch(() => undefined);
    const sequence = await this.#restrict(user);
    // From here on the exchange holds no money for further ones.
    await cancelWithdrawals(user, 'all');
    if (sequence !== null) await this.#setSequence(user, sequence);
  }

  /** The number of the command that restricts the user, 0 if it is unknown; null without a noted freeze. */
  async #restrict(user: UserId): Promise<number | null> {
    const { core, db, restrictionOf } = this.#parts;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const row = await this.#find(user);
      if (row === null || row.sequence !== null) return null;
      const before = restrictionOf(user);
      // It was executed, but the process ended before its number was stored.
      if (before === 'trading') return 0;
      await db.updateTable('freezes').set({ scope_before: before }).where('user_id', '=', String(user)).execute();
      const frozen = { type: 'restrict_user', user, before, scope: 'trading' } as const;
      const { outcome, sequence } = await core.submit({ ...frozen, operator: venue, cause: 'incident' });
      if (outcome.type !== 'rejected') return sequence;
    }
    throw new Error('the restriction of the user changed again and again');
  }

  /** Carries out the freezes that an earlier process has noted only. @throws the failures, after the others */
  async carryOutNoted(): Promise<void> {
    const noted = await this.#parts.db.selectFrom('freezes').select('user_id').where('sequence', 'is', null).execute();
    const alone = new EachAlone();
    for (const row of noted) await alone.attempt(async () => this.carryOut(userId(safeInteger(row.user_id))));
    alone.end();
  }

  /** Why the account cannot be unfrozen by its owner; null if it can. */
  async obstacle(user: UserId): Promise<'not_frozen' | 'frozen_by_operator' | null> {
    if (await this.isFrozen(user)) return null;
    return this.#parts.restrictionOf(user) === 'none' ? 'not_frozen' : 'frozen_by_operator';
  }

  /** Restores the restriction from before the freeze; false if an operator has changed it in the meantime. */
  async lift(user: UserId): Promise<boolean> {
    const { core, db } = this.#parts;
    const row = await this.#find(user);
    if (row === null || (await this.#isSuperseded(user, row))) return false;
    const lifted = { type: 'restrict_user', user, before: 'trading', scope: row.scopeBefore } as const;
    const { outcome } = await core.submit({ ...lifted, operator: venue, cause: 'correction' });
    if (outcome.type === 'rejected') return false;
    await db.deleteFrom('freezes').where('user_id', '=', String(user)).execute();
    return true;
  }

  async #isSuperseded(user: UserId, { frozenAtMs, sequence }: Freeze): Promise<boolean> {
    const later = await this.#parts.db
      .selectFrom('operator_log')
      .select('id')
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', String(user))
      .where('kind', '=', 'outcome')
      .where('action', 'in', operatorsActions)
      // A refused decision changed nothing.
      .where(sql`"after" -> 'refused'`, 'is', null)
      .where((row) =>
        sequence === null || sequence === 0
          ? row('at_ms', '>=', String(frozenAtMs))
          : row('sequence', '>', String(sequence)),
      )
      .limit(1)
      .executeTakeFirst();
    return later !== undefined;
  }

  async #find(user: UserId): Promise<Freeze | null> {
    const row = await this.#parts.db
      .selectFrom('freezes')
      .selectAll()
      .where('user_id', '=', String(user))
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      frozenAtMs: safeInteger(row.frozen_at),
      scopeBefore: row.scope_before,
      sequence: row.sequence === null ? null : safeInteger(row.sequence),
    };
  }

  async #setSequence(user: UserId, sequence: number): Promise<void> {
    await this.#parts.db.updateTable('freezes').set({ sequence }).where('user_id', '=', String(user)).execute();
  }
}

interface Freeze {
  readonly frozenAtMs: number;
  readonly scopeBefore: 'none' | 'outflow';
  /** The command that froze the account; 0 if its number is unknown, null if it was not executed yet. */
  readonly sequence: number | null;
}
