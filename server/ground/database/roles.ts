import { Client } from 'pg';
import type { ClientBase } from 'pg';
import { addressNames, LOGIN_ROLES, loginPassword, logins, loginSettings } from './logins.ts';
import type { Login } from './logins.ts';
import { scramVerifier } from './scram-verifier.ts';
import { sessionName } from './sessions.ts';
import { withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Creates the roles of the logins and the schemas `core` and `app` if they are missing, lets the owner create tables as
 * `bourse_core`, and ensures that every login works. Roles of an earlier version become logins here. Idempotent, and
 * safe to run from several processes at once.
 *
 * @param client a session of the owner
 * @throws Error with the statements that an administrator has to run, if the owner lacks the rights
 */
export async function prepareRoles(client: ClientBase, settings: DatabaseSettings): Promise<void> {
  const user = await currentUser(client);
  try {
    for (const login of logins) await createRole(client, LOGIN_ROLES[login]);
    if (!(await canActAs(client, LOGIN_ROLES.core))) {
      await client.query(`grant ${LOGIN_ROLES.core} to ${client.escapeIdentifier(user.name)}`);
    }
    for (const statement of SCHEMAS) await ignoringRaces(client.query(statement));
    const refusals = await Promise.all(logins.map((login) => loginRefusal(settings, login)));
    for (const [index, login] of logins.entries()) {
      const refusal = refusals[index] ?? null;
      if (refusal !== null) await allowLogin(client, settings, login, refusal);
    }
  } catch (error) {
    if (codeOf(error) !== '42501') throw error;
    throw new Error(administratorsSentence(client, user), { cause: error });
  }
}

const SCHEMAS = [
  'create schema if not exists core',
  'create schema if not exists app',
  'create schema if not exists upgrade',
  `grant usage, create on schema core to ${LOGIN_ROLES.core}`,
  `grant usage on schema core to ${LOGIN_ROLES.app}`,
  `grant usage on schema core to ${LOGIN_ROLES.custody}`,
  `grant usage on schema app to ${LOGIN_ROLES.app}`,
  `grant usage on schema app to ${LOGIN_ROLES.custody}`,
  `grant usage on schema app to ${LOGIN_ROLES.identity}`,
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
  if (found.rowCount === 0) await ignoringRaces(client.query(`create role ${role} login`));
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

/** Sets the password of a refused login. Logins with their own address are left to the administrator. */
async function allowLogin(owner: ClientBase, settings: DatabaseSettings, login: Login, refusal: Error): Promise<void> {
  if (settings.logins !== undefined) throw loginFailure(login, refusal);
  const password = loginPassword(settings, login);
  const verifier = password === null ? '' : ` password ${owner.escapeLiteral(scramVerifier(password))}`;
  await ignoringRaces(owner.query(`alter role ${LOGIN_ROLES[login]} login${verifier}`));
  const second = await loginRefusal(settings, login);
  if (second !== null) throw loginFailure(login, second);
}

/** Why PostgreSQL refuses the login; null if it accepts it. */
async function loginRefusal(settings: DatabaseSettings, login: Login): Promise<Error | null> {
  const session = withSessionSettings(loginSettings(settings, login), sessionName('probe'), {});
  const client = new Client({ connectionString: session.url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query<{ name: string }>('select current_user as name');
    const name = found.rows[0]?.name ?? '';
    return name === LOGIN_ROLES[login] ? null : new Error(`the address is that of the role ${name}`);
  } catch (error) {
    // Without a password, the driver itself refuses a server that asks for one.
    const noPassword = error instanceof Error && error.message.includes('password must be a string');
    if (error instanceof Error && (noPassword || codeOf(error).startsWith('28'))) return error;
    throw error;
  } finally {
    await client.end();
  }
}

function loginFailure(login: Login, refusal: Error): Error {
  const role = LOGIN_ROLES[login];
  return new Error(
    `PostgreSQL does not accept the login ${role} (${refusal.message}). Allow it in pg_hba.conf with a password, ` +
      `and put the password of the owner into DATABASE_URL, or set ${addressNames}.`,
    { cause: refusal },
  );
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
  const roles = logins.map((login) => `create role ${LOGIN_ROLES[login]} login password '…';`).join(' ');
  return (
    `The database user ${name} may not create the roles and schemas that the exchange needs. ` +
    `An administrator has to run once, in this database: ${roles} ` +
    `grant ${LOGIN_ROLES.core} to ${name}; grant create on database ${database} to ${name}; ` +
    `and set ${addressNames} to the addresses with these roles.`
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
