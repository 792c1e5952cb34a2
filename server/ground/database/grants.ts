import { Client } from 'pg';
import { projectedTables } from '../projections/index.ts';
import { LOGIN_ROLES } from './logins.ts';
import type { ColumnPrivilege, GrantedLogin, Privilege, Privileges } from './privileges.ts';
import { sessionName } from './sessions.ts';
import { withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

type Grants = Readonly<Record<string, readonly (Privilege | ColumnPrivilege)[]>>;

const granted: readonly GrantedLogin[] = ['identity', 'custody', 'app'];

/** The privileges of a login on each relation. The core owns its tables, so it needs no grants. */
export function grantsOf(login: GrantedLogin, tables: Privileges): Grants {
  const declared = Object.fromEntries(
    Object.entries(tables).flatMap(([table, { [login]: held }]) =>
      held === undefined ? [] : [[`app.${table}`, held] as const],
    ),
  );
  return { ...declared, ...readsOfCore(login) };
}

/** The tables of the core that a login reads. */
function readsOfCore(login: GrantedLogin): Grants {
  const projected = projectedTables.filter(
    ({ readByCustody }) => login === 'app' || (login === 'custody' && readByCustody),
  );
  const names = [...(login === 'app' ? ['core_head'] : []), ...projected.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [`core.${name}`, ['select']]));
}

/**
 * Gives every login exactly the declared privileges, and revokes all others. Changes nothing if they are in place
 * already.
 *
 * @throws Error if a declared table is missing, or if the owner may not grant
 */
export async function applyGrants(settings: DatabaseSettings, tables: Privileges): Promise<void> {
  const session = withSessionSettings(settings, sessionName('migration'), { search_path: 'pg_catalog' });
  const client = new Client({ connectionString: session.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await keepTemporaryTables(client);
    if (same(await heldPrivileges(client), declaredPrivileges(tables))) return;
    await client.query('begin');
    // Serializes concurrent starts.
    await client.query(`select pg_advisory_xact_lock(hashtext('bourse grants'))`);
    await client.query(grantStatements(tables).join(';\n'));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Lets only the core create temporary tables: one created by a pooled session would hide a table of ours from its later
 * queries. An owner of the tables who does not own the database has no right to change this.
 */
async function keepTemporaryTables(client: Client): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d
     cross join lateral aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
     where d.datname = current_database() and pg_has_role(d.datdba, 'usage')
       and a.grantee = 0 and a.privilege_type = 'TEMPORARY'`,
  );
  const name = found.rows[0]?.name;
  if (name === undefined) return;
  const database = client.escapeIdentifier(name);
  await client.query(`grant temporary on database ${database} to ${LOGIN_ROLES.core}`);
  await client.query(`revoke temporary on database ${database} from public`);
}

function grantStatements(tables: Privileges): string[] {
  const statements = [
    'revoke all on all tables in schema core, app, upgrade from public',
    `revoke all on all tables in schema app, upgrade from ${LOGIN_ROLES.core}`,
  ];
  for (const login of granted) {
    const role = LOGIN_ROLES[login];
    statements.push(
      `revoke all on all tables in schema core, app, upgrade from ${role}`,
      `revoke all on all sequences in schema core, app, upgrade from ${role}`,
    );
    for (const [table, held] of Object.entries(grantsOf(login, tables))) {
      const kind = held.includes('usage') ? 'sequence' : 'table';
      statements.push(`grant ${held.map(grantText).join(', ')} on ${kind} ${table} to ${role}`);
    }
  }
  return statements;
}

function grantText(granted: Privilege | ColumnPrivilege): string {
  return typeof granted === 'string' ? granted : `${granted.privilege} (${granted.columns.join(', ')})`;
}

/**
 * Privileges on relations as `role schema.table privilege`, or `role schema.table privilege column`, without those of
 * the owners.
 */
async function heldPrivileges(client: Client): Promise<string[]> {
  const found = await client.query<{ held: string }>(
    `select coalesce(r.rolname, 'public') || ' ' || n.nspname || '.' || c.relname || ' ' || lower(a.privilege_type) || a.of_column as held
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     cross join lateral (
       select x.*, '' as of_column from aclexplode(c.relacl) x
       union all
       select x.*, ' ' || t.attname from pg_attribute t cross join lateral aclexplode(t.attacl) x
       where t.attrelid = c.oid and not t.attisdropped
     ) a
     left join pg_roles r on r.oid = a.grantee
     where n.nspname in ('core', 'app', 'upgrade') and a.grantee <> c.relowner
       and (a.grantee = 0 or r.rolname = any ($1))`,
    [Object.values(LOGIN_ROLES)],
  );
  return found.rows.map((row) => row.held);
}

function declaredPrivileges(tables: Privileges): string[] {
  return granted.flatMap((login) =>
    Object.entries(grantsOf(login, tables)).flatMap(([table, held]) =>
      held.flatMap(grantedTexts).map((privilege) => `${LOGIN_ROLES[login]} ${table} ${privilege}`),
    ),
  );
}

function grantedTexts(granted: Privilege | ColumnPrivilege): readonly string[] {
  if (typeof granted === 'string') return [granted];
  return granted.columns.map((column) => `${granted.privilege} ${column}`);
}

function same(held: readonly string[], declared: readonly string[]): boolean {
  return held.length === declared.length && new Set([...held, ...declared]).size === declared.length;
}
