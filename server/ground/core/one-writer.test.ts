import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, openAppDatabase, openAppPool, openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { projectedTables } from '../projections/index.ts';
import { alice, place, setUp } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

describe('rule 4: one writer per table', () => {
  test('the capabilities can read every table of the core and write none', async () => {
    const pool = openAppPool(database.settings);
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'core'::regnamespace and relkind in ('r', 'p')`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['journal', 'core_head', ...projectedTables.map(({ name }) => name)]),
    );
    for (const { name } of tables) {
      await expect(pool.query(`insert into core.${name} default values`)).rejects.toThrow('permission denied');
      await expect(pool.query(`delete from core.${name}`)).rejects.toThrow('permission denied');
      await expect(pool.query(`truncate core.${name}`)).rejects.toThrow('permission denied');
      const may = await pool.query(`select has_any_column_privilege('core.${name}', 'update') as update`);
      expect(may.rows).toEqual([{ update: false }]);
    }
    for (const { name } of projectedTables) await pool.query(`select * from ${name}`);
    await pool.end();
  });

  test('the core can neither read nor write the tables of the capabilities', async () => {
    const client = await openCoreConnection(database.settings);
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
    );
    expect(tables.length).toBeGreaterThan(0);
    for (const { name } of tables) {
      await expect(client.query(`select from app.${name}`)).rejects.toThrow('permission denied');
    }
    await client.end();
  });

  test('no projected table has a foreign key, a check, a default or a sequence', async () => {
    const names = projectedTables.map(({ name }) => name);
    const found = await database.query(
      `select conname from pg_constraint where conrelid = any ($1::regclass[]) and contype in ('f', 'c')
       union all
       select attrelid::regclass || '.' || attname from pg_attribute
       where attrelid = any ($1::regclass[]) and (atthasdef or attidentity <> '')`,
      [names.map((name) => `core.${name}`)],
    );
    expect(found).toEqual([]);
  });

  test('a command is refused inside an open transaction, and accepted after it', async () => {
    const { core } = await runCore(database.settings);
    await setUp(core);
    const pool = openAppPool(database.settings);
    const app = openAppDatabase(pool);
    const order = place(alice, 'sell', 100_00, 1);
    await expect(
      inTransaction(app, async (transaction) => {
        await transaction.selectFrom('orders').select('id').execute();
        await core.submit(order);
      }),
    ).rejects.toThrow('inside an open database transaction');
    // Its callback runs after the transaction, but in the async context of the caller.
    const over = Promise.withResolvers<void>();
    const started = await inTransaction(app, () =>
      Promise.resolve({ later: over.promise.then(() => core.submit(order)) }),
    );
    over.resolve();
    expect((await started.later).events).toHaveLength(1);
    await core.submit(order);
    await pool.end();
    await core.close();
  });

  test('no capability opens a transaction that `submit` cannot detect', () => {
    const server = join(import.meta.dirname, '..', '..');
    // The core and the database have sessions of their own, which capabilities do not use.
    const exclude = ['**/*.test.ts', 'ground/core/**', 'ground/database/**'];
    const own = globSync('**/*.ts', { cwd: server, exclude });
    expect(own.length).toBeGreaterThan(50);
    const opening = /\.(?:transaction|startTransaction)\(\)|['"`](?:begin|start transaction)\b/i;
    expect(own.filter((file) => opening.test(readFileSync(join(server, file), 'utf8')))).toEqual([]);
  });

  test("the core's session commits synchronously, reads committed rows and has no timeouts", async () => {
    const client = await openCoreConnection(database.settings);
    for (const [name, value] of [
      ['synchronous_commit', 'on'],
      ['transaction_isolation', 'read committed'],
      ['statement_timeout', '0'],
    ]) {
      const shown = await client.query<Record<string, string>>(`show ${name}`);
      expect(Object.values(shown.rows[0] ?? {})).toEqual([value]);
    }
    await client.end();
  });
});
