import { type ConsoleCall, staffCalls } from '@bourse/contract/console';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import type { StaffId } from '../../../ground/console-gateway/index.ts';

/** The paths of the calls that change who belongs to the staff, or their roles. */
const changing: ReadonlySet<string> = new Set(
  Object.values(staffCalls)
    .filter(({ kind }) => kind === 'write')
    .map(({ path }) => path),
);

/** Lets no other transaction change the staff and their roles until this one ends. */
export async function lockRegister(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bourse staff'))`.execute(transaction);
}

/**
 * Keeps the members of staff who act in a transaction as they are until it ends; a slow action holds up only changes of
 * these. A call that changes staff excludes others from its beginning: two that first kept their callers, and then
 * changed each other's, would wait for each other.
 */
export async function keepStaff(
  transaction: Transaction<Schema>,
  { path }: Pick<ConsoleCall, 'path'>,
  staff: readonly StaffId[],
): Promise<void> {
  if (changing.has(path)) await lockRegister(transaction);
  await transaction.selectFrom('staff').select('id').where('id', 'in', staff).orderBy('id').forShare().execute();
}
