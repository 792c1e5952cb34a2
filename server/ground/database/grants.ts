import { Client } from 'pg';
import { projectedTables } from '../projections/index.ts';
import { LOGIN_ROLES } from './logins.ts';
import type { Login } from './logins.ts';
import { sessionName } from './sessions.ts';
import { withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

type Privilege = 'select' | 'insert' | 'update' | 'delete' | 'usage';

/** A privilege on some columns of a table only. */
interface ColumnPrivilege {
  readonly privilege: 'update';
  readonly columns: readonly string[];
}

type Grants = Readonly<Record<string, readonly (Privilege | ColumnPrivilege)[]>>;

const all: readonly Privilege[] = ['select', 'insert', 'update', 'delete'];

/** A payment stays as it was queued: only its progress changes. */
const progressOfPayment = update('stage', 'nonce', 'cancel_asked', 'reason', 'changed_at');

type GrantedLogin = Exclude<Login, 'core'>;
const granted: readonly GrantedLogin[] = ['identity', 'custody', 'app'];

/**
 * The privileges of each login on each table. All others are revoked at every start. The core owns its tables, so it
 * needs no grants. A new table gets its entry together with its migration.
 */
export const tableGrants: Readonly<Record<GrantedLogin, Grants>> = {
  identity: {
    'app.users': ['select', 'insert', 'update'],
    'app.user_ids': ['select', 'usage'],
    'app.sessions': all,
    'app.devices': all,
    'app.plain_devices': ['select', 'delete'],
    'app.pay_passwords': ['select', 'insert', 'update'],
    'app.logins': ['select', 'insert', 'delete'],
    'app.freeze_links': ['select', 'insert', 'delete'],
    'app.freezes': all,
    'app.authorization_codes': ['select', 'insert', 'update'],
    'app.second_factors': all,
    'app.recovery_codes': all,
    'app.passkeys': all,
    'app.used_challenges': all,
    'app.notice_states': ['select', 'insert', 'update'],
    'app.notices': ['select', 'insert', 'delete'],
    'app.price_alerts': all,
    'app.price_alert_progress': ['select', 'insert', 'update'],
    'app.factor_resets': ['select', 'insert', 'update'],
    'app.verification_codes': all,
    'app.messages': all,
    'app.operator_log': ['select', 'insert'],
    'app.staff': ['select', 'insert', 'update'],
    'app.staff_factors': all,
    'app.staff_recovery_codes': all,
    'app.staff_invitations': all,
    'app.staff_sessions': all,
    'app.approvals': ['select', 'insert', 'update'],
    'app.approval_votes': ['select', 'insert'],
    'app.site_settings': ['select', 'insert', 'update'],
    'app.payment_methods': all,
    'app.payment_method_versions': all,
    'app.draw_addresses': ['select', 'insert', 'update'],
    'app.draw_address_rules': ['select', 'insert', 'update'],
    'app.user_notes': ['select', 'insert'],
    'app.console_requests': ['select', 'insert', 'update'],
    'app.news': ['select', 'insert', 'update'],
    'app.news_texts': ['select', 'insert', 'delete'],
    'app.news_versions': ['select', 'insert', 'update'],
    'app.feedback': all,
    'app.feedback_messages': ['select', 'insert'],
    'app.announcements': ['select', 'insert', 'update'],
    'app.announcement_texts': ['select', 'insert', 'delete'],
    'app.announcement_recipients': ['select', 'insert'],
    'app.images': all,
    'app.verifications': ['select', 'insert', 'update'],
    // A request is stored with its proofs, and a decision with its row of the audit log.
    'app.withdrawals': ['select', 'insert', update('stage', 'reason', 'changed_at')],
    'app.withdrawal_steps': ['select', 'insert', update('noticed')],
    'app.outgoing': ['select', progressOfPayment],
    'app.attempts': ['select', 'insert'],
    'app.spent_outputs': ['select', 'insert', 'delete'],
    'app.chain_inflows': ['select', update('is_spent')],
    'app.currency_protocols': ['select', 'insert', 'update'],
    'app.scan_cursors': ['select', update('halted', 'changed_at')],
    'app.payment_halts': ['select', 'delete'],
    'app.deposits': ['select', update('stage', 'user_id', 'n', 'noticed', 'sweep_id', 'changed_at')],
    'app.sweeps': ['select', update('stage', 'top_ups', 'reason', 'changed_at')],
    'app.treasury_limits': ['select', 'insert', 'update'],
  },
  custody: {
    'core.credits': ['select'],
    'core.holds': ['select'],
    'core.venue_transfers': ['select'],
    'app.currency_protocols': ['select', 'insert'],
    'app.deposit_addresses': ['select', 'insert'],
    'app.scan_blocks': ['select', 'insert', 'delete'],
    'app.scan_cursors': ['select', 'insert', 'update'],
    'app.deposits': ['select', 'insert', 'update'],
    'app.chain_inflows': ['select', 'insert', 'update', 'delete'],
    'app.withdrawals': ['select', update('stage', 'reason', 'booked', 'changed_at')],
    'app.withdrawal_steps': ['select', 'insert'],
    'app.outgoing': ['select', 'insert', progressOfPayment],
    'app.attempts': all,
    'app.spent_outputs': ['select', 'insert', 'delete'],
    'app.payment_halts': ['select', 'insert', 'delete'],
    'app.network_fees': ['select', 'insert', 'update'],
    'app.sweeps': ['select', 'insert', update('stage', 'top_ups', 'reason', 'changed_at')],
    'app.treasury_limits': ['select', 'insert'],
    'app.reconciliations': ['select', 'insert', 'update'],
  },
  app: {
    'core.core_head': ['select'],
    ...Object.fromEntries(projectedTables.map(({ name }) => [`core.${name}`, ['select'] as const])),
    'app.site_settings': ['select'],
    'app.favourites': ['select', 'insert', 'delete'],
    'app.news': ['select', 'insert', 'update'],
    'app.news_texts': ['select', 'insert', 'update'],
    'app.news_seeds': ['select', 'insert', 'update'],
    'app.market_history': ['select', 'insert'],
    'app.market_history_imports': ['select', 'insert', 'update'],
    'app.simulator_state': ['select', 'insert', 'update'],
  },
};

/**
 * Gives every login exactly its declared privileges. Changes nothing if they are in place already.
 *
 * @throws Error if a declared table is missing, or if the owner may not grant
 */
export async function applyGrants(settings: DatabaseSettings): Promise<void> {
  const session = withSessionSettings(settings, sessionName('migration'), { search_path: 'pg_catalog' });
  const client = new Client({ connectionString: session.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await keepTemporaryTables(client);
    if (same(await heldPrivileges(client), declaredPrivileges())) return;
    await client.query('begin');
    // Serializes concurrent starts.
    await client.query(`select pg_advisory_xact_lock(hashtext('bourse grants'))`);
    await client.query(grantStatements().join(';\n'));
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

function grantStatements(): string[] {
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
    for (const [table, privileges] of Object.entries(tableGrants[login])) {
      const kind = privileges.includes('usage') ? 'sequence' : 'table';
      statements.push(`grant ${privileges.map(grantText).join(', ')} on ${kind} ${table} to ${role}`);
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

function declaredPrivileges(): string[] {
  return granted.flatMap((login) =>
    Object.entries(tableGrants[login]).flatMap(([table, privileges]) =>
      privileges.flatMap(grantedTexts).map((privilege) => `${LOGIN_ROLES[login]} ${table} ${privilege}`),
    ),
  );
}

function grantedTexts(granted: Privilege | ColumnPrivilege): readonly string[] {
  if (typeof granted === 'string') return [granted];
  return granted.columns.map((column) => `${granted.privilege} ${column}`);
}

function update(...columns: readonly string[]): ColumnPrivilege {
  return { privilege: 'update', columns };
}

function same(held: readonly string[], declared: readonly string[]): boolean {
  return held.length === declared.length && new Set([...held, ...declared]).size === declared.length;
}
