import { type ConsoleCall, staffCalls } from '@bourse/contract/console';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';

/** The paths of the calls that change who belongs to the staff, or their roles. */
const changing: ReadonlySet<string> = new Set(
  Object.values(staffCalls)
    .filter(({ kind }) => kind === 'write')
    .map(({ path }) => path),
);

/** Lets no other transaction read or change the staff and their roles until this one ends. */
export async function lockRegister(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bourse staff'))`.execute(transaction);
}

/**
 * Keeps the staff and their roles as they are until a transaction ends. A call that changes them excludes others from
 * its beginning: two that first shared the lock would wait for each other.
 */
export async function keepRegister(transaction: Transaction<Schema>, { path }: Pick<ConsoleCall, 'path'>) {
  if (changing.has(path)) return lockRegister(transaction);
  await sql`select pg_advisory_xact_lock_shared(hashtext('bourse staff'))`.execute(transaction);
}
