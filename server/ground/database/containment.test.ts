import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppPool, openCoreConnection, openCustodyPool, openIdentityPool } from './connect.ts';
import { refuseUnsafeLogins, unsafe } from './login-check.ts';
import type { LoginFacts } from './login-check.ts';
import { applyGrants, grantsOf } from './grants.ts';
import { LOGIN_ROLES, loginSettings, logins } from './logins.ts';
import type { Login } from './logins.ts';
import { prepareDatabase } from './prepare-database.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { stored } from '../../venue/stored.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareDatabase(database.settings, { live: false, stored });
});

afterAll(async () => {
  await database.drop();
});

describe.each(logins)('a statement injected into a session of the login %s', (login) => {
  test.each([
    ['set role bourse', /permission denied to set role|does not exist/],
    [`set role ${login === 'core' ? 'bourse_app' : 'bourse_core'}`, /permission denied to set role/],
    ['set role pg_read_all_data', /permission denied to set role/],
    ['set session authorization bourse', /permission denied|does not exist/],
    [`set session authorization ${login === 'core' ? 'bourse_app' : 'bourse_core'}`, /permission denied/],
    [`copy (select 1) to program 'true'`, /permission denied to COPY to or from an external program/],
    [`copy pg_temp.nothing from program 'id'`, /permission denied|does not exist/],
    [`copy (select 1) to '/tmp/bourse-injected'`, /permission denied to COPY to a file/],
    [`select pg_read_file('postgresql.conf')`, /permission denied for function pg_read_file/],
    [`select pg_ls_dir('.')`, /permission denied for function pg_ls_dir/],
    [`select lo_import('/etc/passwd')`, /permission denied for function lo_import/],
    ['create extension dblink', /permission denied to create extension/],
    [`alter system set log_statement = 'all'`, /permission denied to set parameter/],
    [`alter role ${LOGIN_ROLES[login]} superuser`, /permission denied to alter role/],
    ['create role intruder', /permission denied to create role/],
    ['create database intruder', /permission denied to create database/],
    ['select rolpassword from pg_authid', /permission denied for table pg_authid/],
    [`alter table app.users disable trigger all`, /must be owner of table users|permission denied for schema app/],
    ['select * from upgrade.migrations', /permission denied for schema upgrade/],
    ['create function public.f() returns int language sql as $$ select 1 $$', /permission denied for schema public/],
  ])('%s is refused', async (statement, refusal) => {
    await expect(run(login, [statement])).rejects.toThrow(refusal);
  });

  test.each(['set role none', 'reset role', 'reset session authorization', 'reset all', 'discard all'])(
    '%s gains nothing',
    async (statement) => {
      expect(await run(login, [statement, 'select current_user as is, session_user as was'])).toEqual([
        { is: LOGIN_ROLES[login], was: LOGIN_ROLES[login] },
      ]);
    },
  );
});

describe.each(['app', 'identity', 'custody'] as const)('the login %s', (login) => {
  test.each([
    `update core.journal set commands = ''`,
    'delete from core.journal',
    'update core.core_head set sequence = 0',
    `insert into core.account_log select * from core.account_log`,
    'select commands from core.journal',
    'select data from core.snapshot_chunks',
    'create table core.mine (id int)',
    'create table app.mine (id int)',
    // It would hide the real table from later users of the pooled session.
    'create temporary table users (id int, password_hash text)',
    'drop table app.news',
    `delete from app.site_settings`,
  ])('may not: %s', async (statement) => {
    await expect(run(login, ['set role none', statement])).rejects.toThrow(/permission denied|must be owner/);
  });
});

/** Secrets of people and of staff, and what staff decide. */
const secrets = [
  'select password_hash from app.users',
  'select token_hash from app.sessions',
  'select code_hash from app.verification_codes',
  'select sealed from app.messages',
  'select sealed_secret from app.staff_factors',
  'select token_hash from app.staff_sessions',
  `update app.staff set roles = '{admin}'`,
  'update app.users set is_seller = true',
  'insert into app.approval_votes select * from app.approval_votes',
  'update app.draw_addresses set created_at = 0',
  'delete from app.operator_log',
];

/** Whatever would pay someone, or let a payment through. */
const payments = [
  'insert into app.withdrawals default values',
  `update app.withdrawals set address = 'thief'`,
  'update app.withdrawals set chain_amount = 10 ^ 30',
  'update app.withdrawals set amount = 1',
  'update app.withdrawals set user_id = 1',
  'delete from app.withdrawals',
  `update app.outgoing set to_address = 'thief'`,
  'update app.outgoing set amount = 10 ^ 30',
  `update app.outgoing set reference = 'withdrawal/2'`,
  'delete from app.outgoing',
  `update app.sweeps set to_address = 'thief'`,
  'update app.sweeps set amount = 10 ^ 30',
  'insert into core.holds select * from core.holds',
  `update core.holds set state = 'open'`,
  'insert into core.credits select * from core.credits',
];

/** Facts that only the programs of custody write. */
const custody = [
  'insert into app.outgoing default values',
  `update app.attempts set raw = ''`,
  'delete from app.attempts',
  'insert into app.deposits default values',
  'update app.deposits set amount = 10 ^ 15',
  'update app.deposits set address = address',
  'insert into app.chain_inflows select * from app.chain_inflows',
  'update app.chain_inflows set amount = 10 ^ 30',
  'delete from app.chain_inflows',
  'update app.scan_cursors set height = 0',
  'insert into app.sweeps default values',
  'insert into app.deposit_addresses select * from app.deposit_addresses',
  'insert into app.network_fees select * from app.network_fees',
  'update app.reconciliations set since = 0',
];

/** Words, terms and decisions of peer-to-peer trading: no login changes or deletes them. */
const finalOfOrders = [
  'requester_id',
  'maker_id',
  'seller_id',
  'buyer_id',
  'ad_id',
  'offer',
  'previous_id',
  'currency_id',
  'amount',
  'fee_ppm',
  'window_ms',
  'on_silence',
  'price',
  'fiat',
  'fiat_amount',
  'usd',
  'reference',
  'terms_hash',
  'voucher',
  'request_key',
  'created_at',
].map((column) => `update app.p2p_orders set ${column} = ${column}`);
const finalOfPeerToPeer = [
  ...finalOfOrders,
  'delete from app.p2p_orders',
  'delete from app.p2p_messages',
  'truncate app.p2p_messages',
  'update app.p2p_messages set author_id = 1',
  'update app.p2p_messages set image_id = null',
  'update app.p2p_messages set hash = prev',
  'update app.p2p_vouchers set hash = hash',
  'update app.p2p_vouchers set image_id = image_id',
  'delete from app.p2p_vouchers',
  'update app.p2p_images set owner_id = 1',
  'delete from app.p2p_images',
  'update app.p2p_steps set state = state',
  'delete from app.p2p_steps',
  'update app.p2p_warnings set at = 0',
  'update app.p2p_ratings set good = true',
  'delete from app.p2p_ratings',
  'update app.p2p_appeals set order_id = 1',
  `update app.p2p_appeals set opened_by = 'seller'`,
  `update app.p2p_appeals set reason = 'other'`,
  'truncate app.p2p_appeals',
  'update app.p2p_restrictions set user_id = 1',
  'update app.p2p_restrictions set decided_by = 1',
  'delete from app.p2p_restrictions',
  `update app.p2p_evidence set author = 'seller'`,
  `update app.p2p_evidence set images = '{}'`,
  'truncate app.p2p_evidence',
  'update app.merchant_bonds set amount = 1',
  'update app.merchant_bonds set user_id = 1',
  'delete from app.merchant_bonds',
  'delete from app.merchants',
  'delete from app.ads',
  'update app.trader_reports set user_id = 1',
  'delete from app.trader_reports',
  'insert into core.escrows select * from core.escrows',
  `update core.escrows set state = 'released'`,
  'update core.escrows set buyer_id = 1',
  'delete from core.escrows',
  'update core.offers set left_units = 0',
  'delete from core.offers',
];

/** Statements about orders, ads and merchants that the login of people alone may use. */
const peerToPeer = [
  'select * from app.p2p_orders',
  'select * from app.p2p_messages',
  'select * from app.p2p_vouchers',
  'select * from app.p2p_appeals',
  'select * from app.p2p_evidence',
  'select * from app.p2p_restrictions',
  'select * from app.trader_reports',
  'insert into app.p2p_orders default values',
  'insert into app.p2p_messages default values',
  'insert into app.p2p_vouchers default values',
  'insert into app.p2p_steps default values',
  'insert into app.p2p_ratings default values',
  'insert into app.p2p_appeals default values',
  'insert into app.p2p_evidence default values',
  'insert into app.p2p_restrictions default values',
  `update app.p2p_orders set stage = 'open'`,
  'update app.p2p_progress set sequence = 0',
  `update app.p2p_appeals set resolution = 'release'`,
  'delete from app.p2p_appeals',
  `update app.p2p_restrictions set stage = 'lifted'`,
  'delete from app.p2p_evidence',
  `update app.merchants set state = 'approved'`,
  `update app.merchant_bonds set stage = 'returned'`,
  'update app.ads set total = 1',
  'delete from app.ad_moves',
  'update app.fiat_rates set rate = 1',
  'delete from app.trader_blocks',
];

/** Coins sent to users, card top-ups and commission: final, whichever login a statement is injected into. */
const finalOfGifts = [
  'update app.sends set to_user_id = 2',
  'update app.sends set amount = 1',
  'delete from app.sends',
  'update app.topups set user_id = 2',
  'update app.topups set number = 1',
  'update app.topups set cents = 1',
  'delete from app.topups',
  `update app.topup_events set status = 'paid'`,
  'delete from app.topup_events',
  'update app.attachments set agent_id = 2',
  'update app.attachments set share_ppm = 500000',
  'delete from app.attachments',
  'update app.commission_payouts set agent_id = 2',
  'update app.commission_payouts set maximum = null',
  'delete from app.commission_payouts',
  'update app.agent_limits set from_day = 0',
  'delete from app.agents',
];

/** Written by the login of people only. */
const giftsOfPeople = [
  'insert into app.sends default values',
  `update app.sends set stage = 'sent'`,
  'insert into app.recipient_lookups default values',
  'update app.agents set share_ppm = 500000',
  'insert into app.agents default values',
  'insert into app.attachments default values',
  'insert into app.commission_payouts default values',
  'update app.agent_totals set paid = 0',
  'select * from app.authorization_codes',
];

test.each([
  ...(['app', 'core', 'custody', 'identity'] as const).flatMap((login) =>
    finalOfGifts.map((statement) => [login, statement] as const),
  ),
  ...(['app', 'core', 'custody'] as const).flatMap((login) =>
    giftsOfPeople.map((statement) => [login, statement] as const),
  ),
  ['app', 'select * from app.topups'],
  ['app', `update app.topups set address = 'x'`],
  ['app', 'insert into app.demo_topups default values'],
  ['identity', 'insert into app.topups default values'],
  ['identity', `update app.topups set address = 'x'`],
  ['identity', 'insert into app.demo_topups default values'],
  ...[...finalOfPeerToPeer, ...peerToPeer].map((statement) => ['app', statement] as const),
  ...[...finalOfPeerToPeer, ...peerToPeer].map((statement) => ['custody', statement] as const),
  ...[...finalOfPeerToPeer, ...peerToPeer]
    .map((statement) => ['core', statement] as const)
    .filter(([, text]) => !/ core\./.test(text)),
  ...finalOfPeerToPeer.map((statement) => ['identity', statement] as const),
  ...[...secrets, ...payments, ...custody].map((statement) => ['app', statement] as const),
  ['app', `update app.withdrawals set stage = 'approved'`],
  ['app', 'select * from app.withdrawals'],
  ['app', 'select * from app.deposits'],
  ['app', 'delete from app.payment_halts'],
  ['app', 'insert into app.surplus_bookings default values'],
  ['app', 'update app.currency_protocols set fee_value = 0'],
  ['app', `insert into app.site_settings values ('draw_auto_usd', '1000000')`],
  ...[...secrets, ...payments].map((statement) => ['custody', statement] as const),
  ['custody', 'select * from core.orders'],
  ['custody', 'select * from core.account_log'],
  ['custody', 'select * from app.favourites'],
  ['custody', 'update app.currency_protocols set fee_value = 0'],
  ['custody', 'update app.treasury_limits set hot_max = 0'],
  ['custody', 'insert into app.surplus_bookings default values'],
  ['custody', 'update app.surplus_bookings set units = 1'],
  ['custody', `update app.news_texts set content = ''`],
  ...[...secrets, ...payments]
    .map((statement) => ['core', statement] as const)
    .filter(([, text]) => !/ core\./.test(text)),
  ...[...payments.filter((text) => !text.startsWith('insert into app.withdrawals')), ...custody].map(
    (statement) => ['identity', statement] as const,
  ),
  ['identity', `update app.news_texts set content = ''`],
  ['identity', 'select * from core.orders'],
  ['identity', 'delete from app.operator_log'],
  ['identity', 'update app.withdrawals set booked = true'],
  ['identity', 'update app.surplus_bookings set amount = 1'],
  ['identity', 'delete from app.surplus_bookings'],
] as const)('the login %s may not: %s', async (login, statement) => {
  await expect(run(login, [statement])).rejects.toThrow('permission denied');
});

test('a statement injected into a public read changes favourites, articles and records of the market at most', async () => {
  const written = await database.query<{ name: string }>(
    `select distinct table_schema || '.' || table_name as name from information_schema.table_privileges
     where grantee = 'bourse_app' and privilege_type <> 'SELECT' order by 1`,
  );
  expect(written.map(({ name }) => name)).toEqual([
    'app.favourites',
    'app.market_history',
    'app.market_history_imports',
    'app.news',
    'app.news_seeds',
    'app.news_texts',
    'app.simulator_state',
  ]);
  const pays = /withdraw|outgoing|attempt|deposit|sweep|inflow|payment|treasury|protocol/;
  expect(written.filter(({ name }) => pays.test(name))).toEqual([]);
});

test('every table of a capability is granted to a login, and the grants are exactly the declared ones', async () => {
  const granted = (['identity', 'custody', 'app'] as const).flatMap((login) =>
    Object.keys(grantsOf(login, stored.tables)),
  );
  const tables = await database.query<{ name: string }>(
    `select 'app.' || relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(tables.map(({ name }) => name).filter((name) => !granted.includes(name))).toEqual([]);

  const before = await held();
  await database.query('grant all on app.users, core.journal to bourse_app');
  await database.query('grant select (password_hash) on app.users to bourse_app');
  await database.query('grant select on app.users to public');
  await database.query('revoke select on app.news from bourse_app');
  expect(await held()).not.toEqual(before);
  await applyGrants(database.settings, stored.tables);
  expect(await held()).toEqual(before);
  await expect(run('app', ['select password_hash from app.users'])).rejects.toThrow('permission denied');
});

describe('logins', () => {
  test('have passwords that differ from one another and from that of the owner', () => {
    const settings = { url: 'postgresql://bourse:s3cret@db.internal:5433/x?sslmode=verify-full' };
    const urls = logins.map((login) => new URL(loginSettings(settings, login).url));
    const passwords = urls.map((url) => url.searchParams.get('password'));
    expect(new Set([...passwords, 's3cret', null]).size).toBe(logins.length + 2);
    for (const url of urls) expect(url.href).not.toContain('s3cret');
    for (const url of urls) expect(url.href).toContain('@db.internal:5433/x?sslmode=verify-full'.slice(1));
  });

  test('cannot log in with the password of another login, or without one', async () => {
    const url = new URL(loginSettings(database.settings, 'app').url);
    url.searchParams.set('user', new URL(database.settings.url).searchParams.get('user') ?? 'bourse');
    await expect(connect(url.href)).rejects.toThrow('password authentication failed');
    url.searchParams.set('user', LOGIN_ROLES.core);
    await expect(connect(url.href)).rejects.toThrow('password authentication failed');
    url.searchParams.delete('password');
    await expect(connect(url.href)).rejects.toThrow(/password/);
  });

  test('commit synchronously in all sessions', async () => {
    for (const login of logins) {
      expect(await run(login, [`select current_setting('synchronous_commit') as commit`])).toEqual([{ commit: 'on' }]);
    }
  });

  test('that are safe are accepted in live mode', async () => {
    await expect(refuseUnsafeLogins(database.settings)).resolves.toBeUndefined();
  });

  const safe: LoginFacts = { user: 'bourse_app', superuser: false, attributes: [], memberOf: [], owns: [] };
  test.each([
    ['is a superuser', { superuser: true }],
    ['has the attributes createrole', { attributes: ['createrole'] }],
    ['is a member of bourse_core', { memberOf: ['bourse_core'] }],
    ['owns tables or objects of the schema core', { owns: ['core'] }],
    ['is used where bourse_app is needed', { user: 'bourse' }],
  ])('are refused in live mode if one %s', (sentence, facts) => {
    expect(unsafe('app', safe)).toEqual([]);
    expect(unsafe('app', { ...safe, ...facts }).join(' ')).toContain(sentence);
  });

  test('report what they could do beyond their grants', async () => {
    await database.query('create table app.left_over (id int)');
    await database.query('alter table app.left_over owner to bourse_identity');
    await expect(refuseUnsafeLogins(database.settings)).rejects.toThrow(
      'The login bourse_identity owns tables or objects of the schema app',
    );
    await database.query('drop table app.left_over');
  });
});

/** Runs statements one after the other in one session of a login. */
async function run(login: Login, statements: readonly string[]): Promise<object[]> {
  const session = await open(login);
  try {
    let rows: object[] = [];
    for (const statement of statements) rows = await session.query(statement);
    return rows;
  } finally {
    await session.end();
  }
}

async function open(
  login: Login,
): Promise<{ readonly query: (text: string) => Promise<object[]>; readonly end: () => Promise<void> }> {
  if (login === 'core') {
    const client = await openCoreConnection(database.settings);
    return { query: async (text) => (await client.query<object>(text)).rows, end: () => client.end() };
  }
  const openPool = { app: openAppPool, identity: openIdentityPool, custody: openCustodyPool }[login];
  const pool = openPool(database.settings, { max: 1 });
  return { query: async (text) => (await pool.query<object>(text)).rows, end: () => pool.end() };
}

async function connect(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}

function held(): Promise<object[]> {
  return database.query(
    `select oid::regclass::text as table, relacl::text as acl,
            (select array_agg(attname || attacl::text) from pg_attribute where attrelid = c.oid and attacl is not null) as columns
     from pg_class c where relnamespace in ('app'::regnamespace, 'core'::regnamespace) and relkind in ('r', 'p', 'S')
       and relacl is not null order by 1`,
  );
}
