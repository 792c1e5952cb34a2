import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isDatabaseUnavailable, openAppDatabase, openAppPool, openCoreConnection, safeInteger } from './connect.ts';
import { migrate } from './migrate.ts';
import { appMigration, coreMigration } from './migration.ts';
import { createEmptyDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { inTransaction } from './transaction.ts';

const steps = {
  '0001-journal': coreMigration('create table lines (id bigint primary key, units numeric)'),
  '0002-people': appMigration('create table people (id bigserial primary key, name text)'),
};

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrate(database.settings, steps);
});

afterEach(async () => {
  await database.drop();
});

describe('the session of the core', () => {
  test('commits synchronously, without timeouts, as bourse_core and with the name of its process', async () => {
    const core = await openCoreConnection(database.settings);
    try {
      const found = await core.query<Record<string, string>>(
        `select current_user as role, current_setting('synchronous_commit') as commit,
                current_setting('statement_timeout') as timeout, current_setting('transaction_isolation') as isolation,
                current_setting('application_name') as name`,
      );
      expect(found.rows[0]).toMatchObject({
        role: 'bourse_core',
        commit: 'on',
        timeout: '0',
        isolation: 'read committed',
        name: expect.stringMatching(new RegExp(`^bourse core ${process.pid}@`)) as string,
      });
    } finally {
      await core.end();
    }
  });

  test('writes the journal and cannot read the tables of the capabilities', async () => {
    const core = await openCoreConnection(database.settings);
    try {
      await core.query('insert into lines values (1, 2)');
      await expect(core.query('select * from app.people')).rejects.toThrow('permission denied for schema app');
    } finally {
      await core.end();
    }
  });

  test('keeps its role after a reset of the session', async () => {
    const core = await openCoreConnection(database.settings);
    try {
      await core.query('reset all');
      const found = await core.query<{ role: string }>('select current_user as role');
      expect(found.rows[0]).toEqual({ role: 'bourse_core' });
    } finally {
      await core.end();
    }
  });

  test('emits an end event when it is killed, and does not end the process', async () => {
    const core = await openCoreConnection(database.settings);
    const ended = new Promise<void>((resolve) => {
      core.on('end', resolve);
    });
    const found = await core.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1)', [found.rows[0]?.pid]);
    await ended;
    await expect(core.query('select 1')).rejects.toThrow(/not queryable|closed/);
  });
});

describe('the sessions of the capabilities', () => {
  test('write their tables, read those of the core and cannot change them', async () => {
    const pool = openAppPool(database.settings);
    try {
      await pool.query("insert into people (name) values ('Ada')");
      await pool.query('select * from lines');
      await expect(pool.query('insert into lines values (1, 2)')).rejects.toThrow('permission denied for table lines');
      await expect(pool.query('create table app.mine (id int)')).rejects.toThrow('permission denied for schema app');
    } finally {
      await pool.end();
    }
  });

  test('have limits on statements, locks and idle transactions', async () => {
    const pool = openAppPool(database.settings);
    try {
      const found = await pool.query<Record<string, string>>(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      expect(found.rows[0]).toEqual({ statement: '9s', lock: '5s', idle: '10s' });
    } finally {
      await pool.end();
    }
  });

  test('survive a killed session: the next query gets a new one', async () => {
    const lost: Error[] = [];
    const pool = openAppPool(database.settings, { max: 1, onLost: (error) => lost.push(error) });
    try {
      const found = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.query('select pg_terminate_backend($1)', [found.rows[0]?.pid]);
      await expect.poll(() => lost.length).toBe(1);
      await pool.query('select 1');
    } finally {
      await pool.end();
    }
  });

  test('time out if the server does not respond, both for a session and for an answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const unreachable = openAppPool({ url: `postgresql://x@127.0.0.1:${port}/x` }, { patienceMs: 100 });
    expect(isDatabaseUnavailable(await unreachable.query('select 1').catch((error: unknown) => error))).toBe(true);
    await unreachable.end();
    silent.close();

    const pool = openAppPool(database.settings, { patienceMs: 2_000, max: 1 });
    expect(isDatabaseUnavailable(await pool.query('select pg_sleep(60)').catch((error: unknown) => error))).toBe(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('that time out inside a transaction are discarded, and the transaction is rolled back', async () => {
    const pool = openAppPool(database.settings, { patienceMs: 2_000, max: 1 });
    const db = openAppDatabase(pool);
    const failed = inTransaction(db, async (transaction) => {
      await sql`insert into people (name) values ('Bob')`.execute(transaction);
      await sql`select pg_sleep(60)`.execute(transaction);
    });
    expect(isDatabaseUnavailable(await failed.catch((error: unknown) => error))).toBe(true);
    await pool.query("insert into people (name) values ('Cid')");
    expect(await database.query('select name from app.people')).toEqual([{ name: 'Cid' }]);
    await db.destroy();
  });

  test('are not given to the work of a transaction, which has one', async () => {
    const pool = openAppPool(database.settings, { max: 2 });
    const db = openAppDatabase(pool);
    const inside = inTransaction(db, async (transaction) => {
      await sql`insert into people (name) values ('Bob')`.execute(transaction);
      await sql`select 1`.execute(db);
    });
    await expect(inside).rejects.toThrow('inside an open database transaction');
    const nested = inTransaction(db, async () => inTransaction(db, async () => undefined));
    await expect(nested).rejects.toThrow('inside an open database transaction');
    const queried = inTransaction(db, async () => pool.query('select 1'));
    await expect(queried).rejects.toThrow('inside an open database transaction');
    expect(await database.query('select name from app.people')).toEqual([]);
    await sql`select 1`.execute(db);
    await db.destroy();
  });

  test('that are lost while in use reject their current work but do not end the process', async () => {
    const pool = openAppPool(database.settings, { max: 1 });
    const db = openAppDatabase(pool);
    const held = Promise.withResolvers<PoolClient>();
    pool.once('acquire', held.resolve);
    const failed = inTransaction(db, async (transaction) => {
      const session = await held.promise;
      const found = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      const ended = new Promise<void>((resolve) => {
        session.once('end', resolve);
      });
      await database.query('select pg_terminate_backend($1)', [found.rows[0]?.pid]);
      await ended;
      await sql`insert into people (name) values ('Bob')`.execute(transaction);
    });
    expect(isDatabaseUnavailable(await failed.catch((error: unknown) => error))).toBe(true);
    await pool.query("insert into people (name) values ('Cid')");
    expect(await database.query('select name from app.people')).toEqual([{ name: 'Cid' }]);
    await db.destroy();
  });

  test('distinguish an unavailable database from an invalid statement', async () => {
    const refused = openAppPool({ url: 'postgresql://x@127.0.0.1:9/x' });
    expect(isDatabaseUnavailable(await refused.query('select 1').catch((error: unknown) => error))).toBe(true);
    await refused.end();
    const pool = openAppPool(database.settings);
    expect(isDatabaseUnavailable(await pool.query('select nothing').catch((error: unknown) => error))).toBe(false);
    await pool.end();
  });

  test('keep the options in the URL', async () => {
    const url = new URL(database.settings.url);
    url.searchParams.set('options', '-c work_mem=7MB');
    const pool = openAppPool({ url: url.href });
    try {
      const found = await pool.query<Record<string, string>>(
        `select current_setting('work_mem') as memory, current_user as role`,
      );
      expect(found.rows[0]).toEqual({ memory: '7MB', role: 'bourse_app' });
    } finally {
      await pool.end();
    }
  });
});

describe('exact numbers', () => {
  test('int8 and numeric arrive as text with every digit', async () => {
    const pool = openAppPool(database.settings);
    const db = openAppDatabase(pool);
    try {
      const found = await pool.query<Record<string, string>>(
        'select 9223372036854775807::int8 as whole, 12345678901234567890.12345678::numeric as decimal',
      );
      expect(found.rows[0]).toEqual({ whole: '9223372036854775807', decimal: '12345678901234567890.12345678' });
    } finally {
      await db.destroy();
      if (!pool.ended) await pool.end();
    }
  });

  test('safe integers are parsed; larger ones and other texts are refused', () => {
    expect(safeInteger('9007199254740991')).toBe(9_007_199_254_740_991);
    expect(safeInteger('-5')).toBe(-5);
    expect(() => safeInteger('9007199254740992')).toThrow('9007199254740992');
    expect(() => safeInteger('1.0')).toThrow('expected');
    expect(() => safeInteger('')).toThrow('expected');
  });
});
