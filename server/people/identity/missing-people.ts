import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/**
 * Refuses a database in which the exchange has accounts of users that the table of users does not have yet, because the
 * table was restored from an older backup: the next users to register would get their ids, balances and orders.
 *
 * @param identityDb reads the newest user id
 * @param db reads the accounts
 * @throws Error with a sentence for the person who starts the server
 */
export async function refuseMissingPeople(identityDb: Kysely<Schema>, db: Kysely<Schema>): Promise<void> {
  const given = await sql<{ id: string }>`
    select case when is_called then last_value else last_value - 1 end as id from user_ids`.execute(identityDb);
  const newest = safeInteger(given.rows[0]?.id ?? '');
  const seen = await sql<{ id: string | null }>`select max(user_id) as id from account_log`.execute(db);
  const highest = safeInteger(seen.rows[0]?.id ?? '0');
  if (highest <= newest) return;
  throw new Error(
    `The exchange has accounts of users up to ${highest}, but the newest user is ${newest}: the tables of users are older ` +
      'than the journal, and new users would get the balances of others. Restore the newer tables of the schema app. If ' +
      `they are lost, leave these accounts without owners: select setval('app.user_ids', ${highest});`,
  );
}
