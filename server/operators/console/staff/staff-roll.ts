import type { ConsoleCall } from '@bourse/contract/console';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { keepStaff } from './register-lock.ts';
import { isOperatorRole } from './staff-sessions.ts';
import type { EnrolledStaff, StaffId, StaffRoll } from '../../../ground/console-gateway/index.ts';

/** The active members of staff in the database. */
export class StoredStaffRoll implements StaffRoll {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async of(id: StaffId, transaction?: Transaction<Schema>): Promise<EnrolledStaff | null> {
    return (await activeStaff(transaction ?? this.#db)).find((one) => one.id === id) ?? null;
  }

  async keep(
    transaction: Transaction<Schema>,
    call: Pick<ConsoleCall, 'path'>,
    staff: readonly StaffId[],
  ): Promise<void> {
    await keepStaff(transaction, call, staff);
  }

  async all(): Promise<readonly EnrolledStaff[]> {
    return activeStaff(this.#db);
  }

  async names(transaction?: Transaction<Schema>): Promise<ReadonlyMap<StaffId, string>> {
    const rows = await (transaction ?? this.#db).selectFrom('staff').select(['id', 'name']).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

/** All active members of staff: at most 999, and usually a few. */
export async function activeStaff(db: Kysely<Schema> | Transaction<Schema>): Promise<EnrolledStaff[]> {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'roles'])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, roles: row.roles.filter(isOperatorRole) }));
}

declare module '../../../ground/parts.ts' {
  interface Parts {
    /** The members of staff and their roles. */
    readonly roll: StoredStaffRoll;
  }
}
