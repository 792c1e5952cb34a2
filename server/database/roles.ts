import type { ClientBase } from 'pg';

/** Writes and owns the journal and its projections; has access to no other tables. */
export const CORE_ROLE = 'bourse_core';
/** Writes the tables of the capabilities; may read those of the core. */
export const APP_ROLE = 'bourse_app';

/**
 * Creates the two roles and the schemas `core` and `app` if they are missing, and lets the current user act as either
 * role. Idempotent, and safe to run from several processes at once.
 *
 * @throws Error with the statements that an administrator has to run, if the current user lacks the rights
 */
export async function prepareRoles(client: ClientBase): Promise<void> {
  const user = await currentUser(client);
  try {
    for (const role of [CORE_ROLE, APP_ROLE]) {
      await createRole(client, role);
      if (!(await canActAs(client, role))) await client.query(`grant ${role} to ${client.escapeIdentifier(user.name)}`);
    }
    for (const statement of SCHEMAS) await ignoringRaces(client.query(statement));
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    throw new Error(administratorsSentence(client, user), { cause: error });
  }
}

const SCHEMAS = [
  'create schema if not exists core',
  'create schema if not exists app',
  'create schema if not exists upgrade',
  `grant usage, create on schema core to ${CORE_ROLE}`,
  `grant usage on schema core to ${APP_ROLE}`,
  `grant usage on schema app to ${APP_ROLE}`,
];

async function currentUser(client: ClientBase): Promise<{ name: string; database: string }> {
  const found = await client.query<{ name: string; database: string }>(
    'select current_user as name, current_database() as database',
  );
  const row = found.rows[0];
  if (row === undefined) throw new Error('PostgreSQL does not report the current user.');
  return row;
}

async function createRole(client: ClientBase, role: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0) await ignoringRaces(client.query(`create role ${role} nologin`));
}

async function canActAs(client: ClientBase, role: string): Promise<boolean> {
  try {
    await client.query(`set role ${role}`);
    await client.query('reset role');
    return true;
  } catch (error) {
    if (codeOf(error) === '42501') return false;
    throw error;
  }
}

/** Ignores errors that mean that another process did the same at the same moment. */
async function ignoringRaces(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    const raced = ['42710', '42P06', '23505'].includes(codeOf(error));
    const concurrentGrant =
      codeOf(error) === 'XX000' && error instanceof Error && error.message.includes('concurrently');
    if (!raced && !concurrentGrant) throw error;
  }
}

function administratorsSentence(client: ClientBase, user: { name: string; database: string }): string {
  const name = client.escapeIdentifier(user.name);
  const database = client.escapeIdentifier(user.database);
  return (
    `The database user ${name} may not create the roles and schemas that the exchange needs. ` +
    `An administrator has to run once, in this database: create role ${CORE_ROLE} nologin; create role ${APP_ROLE} nologin; ` +
    `grant ${CORE_ROLE}, ${APP_ROLE} to ${name}; grant create on database ${database} to ${name};`
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
