import type { OperatorRole } from '@bourse/contract';
import { sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { newAppSecret } from '../../../ground/secrets/index.ts';
import { invitationMs } from './staff-notices.ts';
import { lockRegister } from './register-lock.ts';
import { isOperatorRole } from './staff-sessions.ts';
import { hashOfToken, newToken, type StaffSecrets } from './staff-secrets.ts';
import type { StaffId } from '../../../ground/console-gateway/index.ts';
import { emailKey } from '../../../ground/email-key.ts';

/** The largest id of a member of staff. */
const maxStaffId = 999;

/** A member of staff as administrators see them. */
export interface RegisteredStaff {
  readonly id: StaffId;
  readonly name: string;
  readonly email: string;
  readonly state: 'invited' | 'active' | 'disabled';
  readonly roles: readonly OperatorRole[];
  /** Their account as a user; null for none, undefined if it was not stated. */
  readonly user: number | null | undefined;
  readonly version: number;
}

/** A person who joins the staff. */
interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly user?: number | null;
}

/** A new or reset member of staff with the token of their invitation, which is not stored. */
export interface Invited {
  readonly id: StaffId;
  readonly token: string;
}

/**
 * Changes who belongs to the staff and with which roles, within transactions of its caller. A lock serializes them, so
 * that two changes at the same time cannot leave the exchange without an administrator.
 */
export class StaffRegister {
  readonly #secrets: StaffSecrets;

  constructor(secrets: StaffSecrets) {
    this.#secrets = secrets;
  }

  /** The person with this id, locked for a change; null if there is none. */
  async find(transaction: Transaction<Schema>, id: StaffId): Promise<RegisteredStaff | null> {
    await lockRegister(transaction);
    return registered(await select(transaction).where('id', '=', id).forUpdate().executeTakeFirst());
  }

  /** The person with this address, locked for a change; null if there is none. */
  async findByEmail(transaction: Transaction<Schema>, email: string): Promise<RegisteredStaff | null> {
    await lockRegister(transaction);
    return registered(
      await select(transaction).where('email_key', '=', emailKey(email)).forUpdate().executeTakeFirst(),
    );
  }

  /** Adds a person and invites them; null if all ids are in use. The address must be new. */
  async create(
    transaction: Transaction<Schema>,
    { email, name, roles, user }: NewStaff,
    nowMs: number,
  ): Promise<Invited | null> {
    await lockRegister(transaction);
    const { last } = await transaction
      .selectFrom('staff')
      .select((row) => row.fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow();
    // People are never deleted, so no id is given twice.
    const id = (last ?? 0) + 1;
    if (id > maxStaffId) return null;
    await transaction
      .insertInto('staff')
      .values({
        id,
        email: email.trim(),
        email_key: emailKey(email),
        name,
        password_hash: null,
        state: 'invited',
        roles: inOrder(roles),
        user_id: user ?? null,
        user_declared: user !== undefined,
        created_at: nowMs,
      })
      .execute();
    return { id, token: await this.#invite(transaction, id, nowMs) };
  }

  /**
   * Takes the password, factors, recovery codes and session of a person away and invites them again. Also enables a
   * disabled person.
   */
  async reset(transaction: Transaction<Schema>, id: StaffId, nowMs: number): Promise<Invited> {
    await endAccess(transaction, id);
    for (const table of ['staff_factors', 'staff_recovery_codes'] as const) {
      await transaction.deleteFrom(table).where('staff_id', '=', id).execute();
    }
    await transaction
      .updateTable('staff')
      .set((row) => ({
        state: 'invited' as const,
        password_hash: null,
        failed_at: [],
        locked_until: 0,
        version: row('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    return { id, token: await this.#invite(transaction, id, nowMs) };
  }

  /** Sets the roles of a person and ends their session. */
  async setRoles(transaction: Transaction<Schema>, id: StaffId, roles: readonly OperatorRole[]): Promise<void> {
    await transaction
      .updateTable('staff')
      .set((row) => ({ roles: inOrder(roles), version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await transaction.deleteFrom('staff_sessions').where('staff_id', '=', id).execute();
  }

  /** Names the account of a person as a user; null for none. */
  async link(transaction: Transaction<Schema>, id: StaffId, user: number | null): Promise<void> {
    await transaction
      .updateTable('staff')
      .set((row) => ({ user_id: user, user_declared: true, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /** Disables a person and ends their session and invitation. */
  async disable(transaction: Transaction<Schema>, id: StaffId): Promise<void> {
    await endAccess(transaction, id);
    await transaction
      .updateTable('staff')
      .set((row) => ({ state: 'disabled' as const, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }

  /** The number of active administrators besides a person. */
  async otherAdmins(transaction: Transaction<Schema>, id: StaffId): Promise<number> {
    const { others } = await transaction
      .selectFrom('staff')
      .select((row) => row.fn.countAll<string>().as('others'))
      .where('state', '=', 'active')
      .where('id', '<>', id)
      .where(sql<boolean>`'admin' = any (roles)`)
      .executeTakeFirstOrThrow();
    return safeInteger(others);
  }

  /** Replaces the person's invitation. */
  async #invite(transaction: Transaction<Schema>, id: StaffId, nowMs: number): Promise<string> {
    const token = newToken();
    await transaction.deleteFrom('staff_invitations').where('staff_id', '=', id).execute();
    await transaction
      .insertInto('staff_invitations')
      .values({
        staff_id: id,
        token_hash: hashOfToken(token),
        sealed_secret: this.#secrets.seal(id, newAppSecret()),
        created_at: nowMs,
        expires_at: nowMs + invitationMs,
      })
      .execute();
    return token;
  }
}

async function endAccess(transaction: Transaction<Schema>, id: StaffId): Promise<void> {
  for (const table of ['staff_sessions', 'staff_invitations'] as const) {
    await transaction.deleteFrom(table).where('staff_id', '=', id).execute();
  }
}

function select(transaction: Transaction<Schema>) {
  return transaction
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'state', 'roles', 'user_id', 'user_declared', 'version']);
}

type StaffRow = Omit<RegisteredStaff, 'roles' | 'user'> & {
  readonly roles: readonly string[];
  readonly user_id: string | null;
  readonly user_declared: boolean;
};

function registered(row: StaffRow | undefined): RegisteredStaff | null {
  if (row === undefined) return null;
  const { roles, user_declared: isDeclared, user_id, ...person } = row;
  const user = user_id === null ? null : safeInteger(user_id);
  return { ...person, roles: roles.filter(isOperatorRole), user: isDeclared ? user : undefined };
}

/** Each role once, in a fixed order, so that equal roles are stored alike. */
function inOrder(roles: readonly OperatorRole[]): OperatorRole[] {
  return [...new Set(roles)].toSorted();
}
