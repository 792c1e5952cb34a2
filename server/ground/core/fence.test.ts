import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { ensurePartitions } from './partitions.ts';
import { openCoreConnection } from '../database/index.ts';
import { takeCoreLock } from './core-lock.ts';
import { Fenced } from './core-store.ts';
import { CoreLocked, openCore, restartExitCode } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { btc, place, alice, setup } from './testing/commands.ts';
import { startCoreChild } from './testing/core-child.ts';
import { ManualTime } from './testing/manual-time.ts';
import { runCore } from './testing/running-core.ts';
import { writeAfter } from './testing/writes.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

const listed = [{ type: 'currency_listed', currency: btc, code: 'BTC', decimals: 8, ...setup }] as const;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('rule 1: fence', () => {
  test('a batch is written completely if the head is unchanged', async () => {
    const session = await new PostgresCoreStore(database.settings).takeOver();
    await session.commit(writeAfter(session.head, listed));
    await session.end();
    expect(await database.query('select batch_id, sequence, events_hash from core.core_head')).toEqual([
      { batch_id: '1', sequence: '1', events_hash: 'hash-1' },
    ]);
    expect(await database.query('select batch_id, commands from core.journal')).toEqual([
      { batch_id: '1', commands: '[[0,["clock"]]]' },
    ]);
    expect(await database.query('select code from core.currencies')).toEqual([{ code: 'BTC' }]);
  });

  test('nothing of a batch is written if another core has begun, even before that one has written anything', async () => {
    const session = await new PostgresCoreStore(database.settings).takeOver();
    await database.query('update core.core_head set epoch = epoch + 1');
    await expect(session.commit(writeAfter(session.head, listed))).rejects.toThrow(Fenced);
    await session.end();
    expect(await database.query('select from core.journal')).toEqual([]);
    expect(await database.query('select from core.currencies')).toEqual([]);
  });

  test('a batch is refused even if its number is free because the journal was pruned', async () => {
    const session = await new PostgresCoreStore(database.settings).takeOver();
    const late = writeAfter(session.head, listed);
    await session.commit(writeAfter(session.head));
    await session.commit(writeAfter(writeAfter(session.head).next));
    await database.query('delete from core.journal');
    await expect(session.commit(late)).rejects.toThrow(Fenced);
    await session.end();
    expect(await database.query('select from core.journal')).toEqual([]);
  });

  test('a core that wakes up inside its statement commits before its successor begins, and the successor sees the batch', async () => {
    const session = await new PostgresCoreStore(database.settings).takeOver();
    const { release, waiting } = await holdHead();
    const asleep = session.commit(writeAfter(session.head, listed));
    await waiting(1);
    const successor = beginAnother();
    await waiting(2);
    await release();
    await asleep;
    expect(await successor).toEqual([{ batch_id: '1', events_hash: 'hash-1' }]);
    await expect(session.commit(writeAfter(writeAfter(session.head).next))).rejects.toThrow(Fenced);
    await session.end();
    expect(await database.query('select batch_id from core.journal')).toEqual([{ batch_id: '1' }]);
  });

  test('a core that wakes up inside its statement after its successor has begun writes nothing', async () => {
    const session = await new PostgresCoreStore(database.settings).takeOver();
    const { release, waiting } = await holdHead();
    const successor = beginAnother();
    await waiting(1);
    const asleep = expect(session.commit(writeAfter(session.head, listed))).rejects.toThrow(Fenced);
    await waiting(2);
    await release();
    expect(await successor).toEqual([{ batch_id: '0', events_hash: '' }]);
    await asleep;
    await session.end();
    expect(await database.query('select from core.journal')).toEqual([]);
    expect(await database.query('select from core.currencies')).toEqual([]);
  });

  test('the fence holds for partitions created ahead and for the default partition', async () => {
    const client = await openCoreConnection(database.settings);
    expect(await ensurePartitions(client)).toContain('journal_0');
    await client.end();
    const session = await new PostgresCoreStore(database.settings).takeOver();
    await session.commit(writeAfter(session.head));
    await expect(session.commit(writeAfter(session.head, listed))).rejects.toThrow(Fenced);
    await session.end();
    expect(await database.query('select from core.journal_0')).toHaveLength(1);
    expect(await database.query('select from core.journal_default')).toEqual([]);
  });

  test('a second process on the same database is refused with the name of the holder', async () => {
    const child = startCoreChild(database.settings, 0);
    await child.ready;
    const refused = openCore({ database: database.settings, mode: 'live', log: silent });
    await expect(refused).rejects.toThrow(CoreLocked);
    await expect(refused).rejects.toThrow(new RegExp(`core ${child.pid}@`));
    child.signal('SIGKILL');
    await child.ended;
  });

  test('a new core waits until the lock of a dead process is released', async () => {
    const child = startCoreChild(database.settings, 4);
    await child.whenAcknowledged(20);
    child.signal('SIGKILL');
    await child.ended;
    // PostgreSQL may be slow to notice: the lock is still held under the name of the dead process.
    const left = await openCoreConnection(database.settings);
    await takeCoreLock(left, null);
    await left.query(`set application_name = 'bourse core ${child.pid}@${hostname()}'`);
    const impatient = await openCoreConnection(database.settings);
    await expect(takeCoreLock(impatient, null, { deadHolderMs: 100 })).rejects.toThrow(
      new RegExp(`still held by core ${child.pid}@`),
    );
    await impatient.end();
    const opening = openCore({ database: database.settings, mode: 'live', log: silent });
    await left.end();
    const { core } = await opening;
    expect(core.sequence).toBeGreaterThanOrEqual(child.acknowledged.at(-1)?.sequence ?? Infinity);
    await core.close();
  });

  test('a process on another machine counts as alive', async () => {
    const there = await openCoreConnection(database.settings);
    await takeCoreLock(there, null);
    await there.query(`set application_name = 'bourse core 1@elsewhere'`);
    await expect(openCore({ database: database.settings, mode: 'live', log: silent })).rejects.toThrow(
      'Another process runs this exchange: core 1@elsewhere',
    );
    await there.end();
  });

  test('a paused core that wakes up after another took over writes nothing more and requests a restart', async () => {
    const child = startCoreChild(database.settings, 8);
    await child.whenAcknowledged(50);
    child.signal('SIGSTOP');
    // Ends the session, as PostgreSQL does when it loses the client's machine, and waits until it has ended.
    await database.query(
      `select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name like $1`,
      [`bourse core ${child.pid}@%`],
    );
    const successor = await runCore(database.settings, { time: new ManualTime(Date.now()) });
    const answer = await successor.core.submit(place(alice, 'buy', 50_00, 1));
    child.signal('SIGCONT');
    expect(await child.ended).toEqual([restartExitCode, null]);
    expect(child.errors()).toContain(`core ${process.pid}@`);
    const last = await successor.core.submit(place(alice, 'buy', 50_00, 1));
    expect(last.sequence).toBe(answer.sequence + 1);
    expect(Math.max(...child.acknowledged.map(({ sequence }) => sequence))).toBeLessThan(answer.sequence);
    await successor.core.close();
  });

  /** Makes every statement that would move the head wait inside PostgreSQL, in order of arrival, until released. */
  async function holdHead(): Promise<{ release: () => Promise<void>; waiting: (statements: number) => Promise<void> }> {
    const client = await openCoreConnection(database.settings);
    await client.query('begin');
    await client.query('select from core_head for update');
    return {
      release: async () => {
        await client.query('rollback');
        await client.end();
      },
      waiting: async (statements) => {
        await expect
          .poll(() =>
            database.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          )
          .toHaveLength(statements);
      },
    };
  }

  /** Raises the epoch, as every core does first, and returns the head of the journal. */
  function beginAnother(): Promise<unknown[]> {
    return database.query('update core.core_head set epoch = epoch + 1 returning batch_id, events_hash');
  }
});
