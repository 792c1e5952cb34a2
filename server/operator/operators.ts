import { type OperatorRole as Role, operatorRoles as roles } from '@bourse/contract';
import { userId, type UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../database/index.ts';
import { emailKey } from '../identity/index.ts';
import type { SecurityLog } from '../security-log/index.ts';

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}

type Recorder = Pick<SecurityLog, 'record'>;

/** Result of granting or revoking a role. */
export type RoleChange = 'changed' | 'unchanged' | 'account_unknown';

/** The venue's operators. Every change writes its log entry in the same transaction. */
export class Operators {
  readonly #db: Kysely<Schema>;
  readonly #now: () => number;
  readonly #securityLog: Recorder | null;

  /** @param securityLog null where roles are only read */
  constructor(db: Kysely<Schema>, now: () => number, securityLog: Recorder | null = null) {
    this.#db = db;
    this.#now = now;
    this.#securityLog = securityLog;
  }

  /** The roles of a user; empty for other users. Never cached, so that a revocation takes effect at once. */
  async rolesOf(user: UserId): Promise<Role[]> {
    return rolesOf(this.#db, user);
  }

  async grant(account: string, role: Role): Promise<RoleChange> {
    return this.#change('grant_role', account, role, async (transaction, user, granted_at) => {
      const row = { user_id: user, role, granted_at };
      await transaction
        .insertInto('operators')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  async revoke(account: string, role: Role): Promise<RoleChange> {
    return this.#change('revoke_role', account, role, async (transaction, user) => {
      await transaction.deleteFrom('operators').where('user_id', '=', String(user)).where('role', '=', role).execute();
    });
  }

  /** Changes come from the command line of the host, so the log names no operator. */
  async #change(
    action: 'grant_role' | 'revoke_role',
    account: string,
    role: Role,
    change: (transaction: Transaction<Schema>, user: UserId, nowMs: number) => Promise<void>,
  ): Promise<RoleChange> {
    const now = this.#now();
    const changed = await inTransaction(this.#db, async (transaction) => {
      // The row lock serializes changes to one user's roles, so that the logged old and new roles are correct.
      const person = await transaction
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', emailKey(account))
        .forUpdate()
        .executeTakeFirst();
      if (person === undefined) return 'account_unknown';
      const user = userId(safeInteger(person.id));
      const before = await rolesOf(transaction, user);
      await change(transaction, user, now);
      const after = await rolesOf(transaction, user);
      if (after.length === before.length) return 'unchanged';
      const roles = { before: JSON.stringify({ roles: before }), after: JSON.stringify({ roles: after }) };
      await transaction
        .insertInto('operator_log')
        .values({ at_ms: now, kind: 'change', action, subject_kind: 'user', subject_id: String(user), ...roles })
        .execute();
      return user;
    });
    if (typeof changed !== 'number') return changed;
    const event = action === 'grant_role' ? 'operator_role_granted' : 'operator_role_revoked';
    this.#securityLog?.record(event, { user: changed, role });
    return 'changed';
  }
}

async function rolesOf(db: Kysely<Schema> | Transaction<Schema>, user: UserId): Promise<Role[]> {
  const rows = await db.selectFrom('operators').select('role').where('user_id', '=', String(user)).execute();
  return rows
    .map(({ role }) => role)
    .filter(isRole)
    .toSorted();
}
