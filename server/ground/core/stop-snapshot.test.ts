import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { openCore, rebuildProjections } from './index.ts';
import type { Committed, Core } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import { logSinceSnapshot } from './snapshots.ts';
import { alice, bob, place, setUp } from './testing/commands.ts';
import { startCoreChild } from './testing/core-child.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import { ManualTime } from './testing/manual-time.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const withSnapshot = { schedule: { stopSnapshotMs: 60_000 } };

describe('an orderly stop', () => {
  test('while orders are in flight answers them, and the next start replays nothing', async () => {
    const { core, exchange } = await runCore(database.settings, withSnapshot);
    await setUp(core);
    const orders = trade(core, 200);
    await core.close();
    const sequences = (await orders).map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(200);
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(reopened.recovery).toMatchObject({ replayedBatches: 0, replayedCommands: 0 });
    expect(reopened.core.sequence).toBe(Math.max(...sequences));
    expect(reopened.exchange.stateHash()).toBe(exchange.stateHash());
    await reopened.core.close();
  });

  test('writes no second snapshot if nothing happened since the last one', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { core } = await openCore({ database: database.settings, mode: 'live', log: silent, ...withSnapshot });
      await core.close();
    }
    expect(await database.query('select from core.snapshots')).toHaveLength(1);
  });

  test('whose snapshot takes too long ends without it and logs that; the next start replays the journal', async () => {
    const { core, exchange, lines } = await runCore(database.settings, { schedule: { stopSnapshotMs: 50 } });
    await setUp(core);
    await trade(core, 20);
    const release = await holdSnapshots();
    await core.close();
    await release();
    expect(lines).toContainEqual({
      level: 'warn',
      details: expect.objectContaining({ error: 'it was not complete after 50 ms' }) as object,
      message: 'the stop has written no snapshot; the next start replays the journal since the last one',
    });
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(reopened.recovery.replayedCommands).toBe(reopened.core.sequence);
    expect(reopened.exchange.stateHash()).toBe(exchange.stateHash());
    await reopened.core.close();
  });

  test('leaves the next start no journal to compare, so an altered batch is named by rebuild-projections only', async () => {
    const { core } = await runCore(database.settings, withSnapshot);
    await setUp(core);
    await core.close();
    const [credit] = await database.query<{ batch: string }>(
      `update core.journal set commands = replace(commands, '"credit"', '"credit","extra"')
       where batch_id = (select min(batch_id) from core.journal where commands like '%"credit"%')
       returning batch_id as batch`,
    );
    expect(credit).toBeDefined();
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    await reopened.core.close();
    const rebuilding = rebuildProjections({
      database: database.settings,
      mode: 'live',
      nowMs: Date.now(),
      log: silent,
    });
    await expect(rebuilding).rejects.toMatchObject({ name: 'JournalMismatch', batchId: Number(credit?.batch) });
  });

  test('at SIGTERM during trading loses no acknowledged order, also if it is killed while it writes the snapshot', async () => {
    const child = startCoreChild(database.settings, 16);
    await child.whenAcknowledged(100);
    const release = await holdSnapshots();
    child.signal('SIGTERM');
    // The chunks are written; the list of snapshots is locked.
    await expect
      .poll(() =>
        database.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%snapshots%'`),
      )
      .not.toHaveLength(0);
    child.signal('SIGKILL');
    await child.ended;
    await release();
    const again = startCoreChild(database.settings, 16);
    await again.whenAcknowledged(100);
    again.signal('SIGTERM');
    expect(await again.ended).toEqual([0, null]);
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(reopened.recovery.replayedBatches).toBe(0);
    const last = Math.max(...[...child.acknowledged, ...again.acknowledged].map(({ sequence }) => sequence));
    expect(reopened.core.sequence).toBeGreaterThanOrEqual(last);
    await reopened.core.close();
  });

  test('of a core that has failed writes no snapshot: its exchange may be ahead of the journal', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const limits = { firstBackoffMs: 1, longestBackoffMs: 5 };
    const { core, failed } = await runCore(database.settings, { ...withSnapshot, limits }, store);
    await setUp(core);
    store.order('before');
    await database.query(`update core.core_head set batch_id = batch_id + 1, events_hash = 'foreign'`);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'outcome_pending' });
    await failed;
    await core.close();
    expect(await database.query('select from core.snapshots')).toEqual([]);
  });

  test('writes no snapshot of batches that the database has lost, so that the exchange opens when that is accepted', async () => {
    const { core, lines } = await runCore(database.settings, { ...withSnapshot, time: new ManualTime(Date.now()) });
    await setUp(core);
    const { sequence } = await core.submit(place(alice, 'sell', 100_00, 1));
    await core.submit(place(alice, 'sell', 101_00, 1));
    // As after the failover to a replica that was not up to date.
    await database.query(`delete from core.journal where first_sequence > ${sequence}`);
    await database.query(
      `update core.core_head set (batch_id, sequence, events_hash) =
         (select batch_id, last_sequence, events_hash from core.journal order by batch_id desc limit 1)`,
    );
    await core.close();
    expect(lines).toContainEqual({
      level: 'warn',
      details: expect.objectContaining({
        error: expect.stringContaining('does not contain batch') as string,
      }) as object,
      message: 'the stop has written no snapshot; the next start replays the journal since the last one',
    });
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(reopened.core.sequence).toBe(sequence);
    await reopened.core.close();
  });

  /** Makes every change of the list of snapshots wait until it is released. */
  async function holdSnapshots(): Promise<() => Promise<void>> {
    const client = await openCoreConnection(database.settings);
    await client.query('begin');
    await client.query('lock table snapshots in exclusive mode');
    return () => client.end();
  }
});

describe('a snapshot while trading is due', () => {
  test('by the log since the newest verified snapshot, else since the start', async () => {
    const { core } = await runCore(database.settings, { time: new ManualTime(Date.now()) });
    await setUp(core);
    const client = await openCoreConnection(database.settings);
    const first = await logSinceSnapshot(client, null);
    expect(first).toMatchObject({ snapshotBytes: 0, logBytes: 0 });
    await log();
    expect((await logSinceSnapshot(client, first.position)).logBytes).toBeGreaterThanOrEqual(1_000_000);
    await takeSnapshotInThread(database.settings, silent);
    const [snapshot] = await database.query<{ bytes: string }>('select bytes from core.snapshots where verified');
    const before = await logSinceSnapshot(client, first.position);
    expect(before.snapshotBytes).toBe(Number(snapshot?.bytes));
    await log();
    const after = await logSinceSnapshot(client, first.position);
    expect(after.logBytes - before.logBytes).toBeGreaterThanOrEqual(1_000_000);
    // Another server may be at an earlier position.
    await database.query(`update core.snapshots set log_position = 'FFFFFFFF/0'`);
    expect((await logSinceSnapshot(client, after.position)).logBytes).toBeLessThan(after.logBytes + 1_000_000);
    await client.end();
    await core.close();
  });

  /** Writes a megabyte to PostgreSQL's log. */
  async function log(): Promise<void> {
    await database.query(`select pg_logical_emit_message(false, 'bourse', repeat('x', 1000000))`);
  }
});

function trade(core: Core, count: number): Promise<Committed[]> {
  return Promise.all(
    [...Array(count).keys()].map((n) =>
      core.submit(place(n % 2 === 0 ? alice : bob, n % 2 === 0 ? 'sell' : 'buy', 100_00 + (n % 3), 1 + (n % 4))),
    ),
  );
}
