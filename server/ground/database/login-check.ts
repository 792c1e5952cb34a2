import { Client } from 'pg';
import { LOGIN_ROLES, loginSettings, logins } from './logins.ts';
import type { Login } from './logins.ts';
import { sessionName } from './sessions.ts';
import { describeDatabase, withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/** The rights of a login beyond its grants, as reported in its own session. */
export interface LoginFacts {
  readonly user: string;
  readonly superuser: boolean;
  /** Attributes with which a role can gain the rights of others. */
  readonly attributes: readonly string[];
  /** Roles that it is a member of. */
  readonly memberOf: readonly string[];
  /** Schemas of which it owns tables, or which it owns itself. */
  readonly owns: readonly string[];
}

/**
 * Refuses logins with which a statement injected into one of their sessions could gain more than the grants allow.
 *
 * @throws Error with one sentence per reason
 */
export async function refuseUnsafeLogins(settings: DatabaseSettings): Promise<void> {
  const reasons: string[] = [];
  for (const login of logins) reasons.push(...unsafe(login, await inspectLogin(settings, login)));
  if (reasons.length > 0) {
    throw new Error(`The database ${describeDatabase(settings)} cannot be used. ${reasons.join(' ')}`);
  }
}

/** The reasons against a login, as sentences; empty if it is safe. */
export function unsafe(login: Login, facts: LoginFacts): string[] {
  const reasons: string[] = [];
  const { user } = facts;
  if (user !== LOGIN_ROLES[login]) reasons.push(`The login ${user} is used where ${LOGIN_ROLES[login]} is needed.`);
  if (facts.superuser) reasons.push(`The login ${user} is a superuser; run: alter role ${user} nosuperuser;`);
  if (facts.attributes.length > 0) {
    const without = facts.attributes.map((attribute) => `no${attribute}`).join(' ');
    reasons.push(
      `The login ${user} has the attributes ${facts.attributes.join(', ')}; run: alter role ${user} ${without};`,
    );
  }
  for (const role of facts.memberOf) {
    reasons.push(`The login ${user} is a member of ${role}; run: revoke ${role} from ${user};`);
  }
  for (const schema of facts.owns.filter((owned) => login !== 'core' || owned !== 'core')) {
    reasons.push(`The login ${user} owns tables or objects of the schema ${schema}; give them to another role.`);
  }
  return reasons;
}

async function inspectLogin(settings: DatabaseSettings, login: Login): Promise<LoginFacts> {
  const session = withSessionSettings(loginSettings(settings, login), sessionName('probe'), {});
  const client = new Client({ connectionString: session.url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query<LoginFacts>(FACTS);
    const row = found.rows[0];
    if (row === undefined) throw new Error('PostgreSQL does not report the rights of a login.');
    return row;
  } finally {
    await client.end();
  }
}

const FACTS = `
  select r.rolname as user, r.rolsuper as superuser,
    array_remove(array[case when r.rolcreaterole then 'createrole' end, case when r.rolcreatedb then 'createdb' end,
      case when r.rolreplication then 'replication' end, case when r.rolbypassrls then 'bypassrls' end], null) as attributes,
    array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid order by 1)
      as "memberOf",
    array(select n.nspname::text from pg_namespace n where n.nspowner = r.oid
      union select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relowner = r.oid
        and n.nspname not like 'pg\\_%'
      order by 1) as owns
  from pg_roles r where r.rolname = session_user`;
