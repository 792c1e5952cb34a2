import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '../database/index.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { alice, bob, btc, fund, listing } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';
import { stored } from '../../venue/stored.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await prepareDatabase(database.settings, { live: false, stored });
});

afterEach(async () => {
  await database.drop();
});

test('a suspended command is accepted again without a restart, only for the incident that was seen', async () => {
  await database.query(
    `insert into core.core_incidents (at_ms, epoch, batch_id, sequence, user_id, command_type, kind, error)
     values (5, 1, 1, 7, $1, 'credit', 'apply_failed', 'a fault')`,
    [alice],
  );
  await database.query(`insert into core.suspended_commands values ($1, 'credit', 1, 5), ($2, 'credit', 1, 6)`, [
    alice,
    bob,
  ]);
  const { core, upkeep } = await runCore(database.settings);
  for (const command of listing) await core.submit(command);
  expect(await upkeep.report()).toMatchObject({
    incidents: [
      { id: 1, atMs: 5, sequence: 7, user: alice, command: 'credit', kind: 'apply_failed', error: 'a fault' },
    ],
    suspended: [
      { user: alice, command: 'credit', incident: 1, sinceMs: 5 },
      { user: bob, command: 'credit', incident: 1, sinceMs: 6 },
    ],
  });
  expect(upkeep.suspended).toBe(2);

  const suspended = { key: 'command_suspended' };
  await expect(core.submit(fund(1, alice, btc, 10))).rejects.toMatchObject(suspended);
  expect(await upkeep.clearSuspension({ user: alice, command: 'credit', incident: 2 })).toBe(false);
  await expect(core.submit(fund(1, alice, btc, 10))).rejects.toMatchObject(suspended);
  expect(await upkeep.clearSuspension({ user: alice, command: 'credit', incident: 1 })).toBe(true);
  await core.submit(fund(1, alice, btc, 10));
  await expect(core.submit(fund(2, bob, btc, 10))).rejects.toMatchObject(suspended);
  expect((await upkeep.report()).suspended.map(({ user }) => user)).toEqual([bob]);
  await core.close();
});

test('the report has the state of PostgreSQL, the snapshots and the disk', async () => {
  const disk = { freeBytes: () => Promise.resolve(600 * 2 ** 20) };
  const { core, upkeep } = await runCore(database.settings, { disk });
  await database.query(
    `insert into core.snapshots (batch_id, sequence, time_ms, events_hash, state_hash, logic_version, chunks, bytes, taken_at, verified)
     values (3, 30, 0, '', '', 2, 1, 400, 1000, true), (4, 40, 0, '', '', 2, 1, 500, 2000, false)`,
  );
  const { database: server, snapshots } = await upkeep.report();
  expect(snapshots).toEqual({ count: 1, newest: { sequence: 30, takenAtMs: 1000, bytes: 400, logicVersion: 2 } });
  expect(server).toMatchObject({ standbys: 0, isSynchronous: false, slots: [] });
  expect(server.version).toMatch(/^\d+/);
  expect(server.bytes).toBeGreaterThan(1_000_000);
  expect(server.connections).toBeGreaterThan(0);
  expect(server.maxConnections).toBeGreaterThan(server.connections);
  expect(upkeep.disk).toEqual({ room: 'ample', freeBytes: 600 * 2 ** 20 });
  await core.close();
});
