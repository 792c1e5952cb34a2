import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exchange } from '@bourse/engine';
import { openDeposits } from '@bourse/engine/savings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCoreConnection, prepareDatabase, startBundledPostgres } from '../database/index.ts';
import type { BundledPostgres } from '../database/index.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { openCore } from './index.ts';
import type { Committed } from './index.ts';
import { Follower } from './follower.ts';
import { emptyHead } from './head.ts';
import { ManualTime } from './testing/manual-time.ts';
import { alice, bob, place, setUp } from './testing/commands.ts';
import { startCoreChild } from './testing/core-child.ts';
import type { Acknowledged } from './testing/core-child.ts';
import { runCore } from './testing/running-core.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import { stored } from '../../venue/stored.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a core killed under load', () => {
  let database: TestDatabase;
  const acknowledged: Acknowledged[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test.each([1, 16, 64])(
    'acknowledges orders until it dies, with %i in flight',
    async (orders) => {
      const child = startCoreChild(database.settings, orders);
      await child.whenAcknowledged(300);
      if (orders === 16) await takeSnapshotInThread(database.settings, silent);
      child.signal('SIGKILL');
      await child.ended;
      for (const outcome of child.acknowledged) acknowledged.push(outcome);
      expect(child.acknowledged.length).toBeGreaterThanOrEqual(300);
    },
    120_000,
  );

  test('has every acknowledged order and deposit exactly once after the restart, with the same events, and the state equals the replayed journal', async () => {
    const { core, exchange, recovery } = await runCore(database.settings, { time: new ManualTime(Date.now()) });
    exchange.audit();
    expect(recovery.snapshotBatch).toBeGreaterThan(0);
    await core.close();

    const journal = new Map<number, Committed>();
    const client = await openCoreConnection(database.settings);
    const follower = new Follower(new Exchange(), emptyHead);
    await follower.catchUp(client, (batch) => {
      for (const command of batch.commands) journal.set(command.sequence, command);
    });
    await client.end();
    expect(follower.exchange.stateHash()).toBe(exchange.stateHash());
    expect(acknowledged.length).toBeGreaterThanOrEqual(900);
    for (const { sequence, requestKey, events } of acknowledged) {
      expect(journal.get(sequence)).toMatchObject({ command: { requestKey }, events });
    }
    const keys = [...journal.values()].flatMap(({ command }) =>
      command.type === 'place_order' || command.type === 'lock_savings' ? [command.requestKey] : [],
    );
    expect(new Set(keys).size).toBe(keys.length);
    const locked = [...journal.values()].filter(({ events }) => events.some(({ type }) => type === 'savings_locked'));
    expect(locked.length).toBeGreaterThan(50);
    expect([...exchange.read(openDeposits)]).toHaveLength(locked.length);
  }, 120_000);
});

describe('a bundled PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-core-test-'));
  let postgres: BundledPostgres;
  beforeAll(async () => {
    postgres = await startBundledPostgres({ dataFolder: folder });
    await prepareDatabase(postgres.settings, { live: true, stored });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('rule 12: disk: keeps at most 256 MB of write-ahead log', async () => {
    const client = await openCoreConnection(postgres.settings);
    const shown = await client.query('show max_wal_size');
    expect(shown.rows).toEqual([{ max_wal_size: '256MB' }]);
    await client.end();
  });

  test('killed under load loses no acknowledged order, and the exchange reopens by itself', async () => {
    const { core, exchange, whenStatus } = await runCore(postgres.settings);
    await setUp(core);
    const answered: Committed[] = [];
    const load = { over: false };
    const lanes = [...Array(8).keys()].map(async (lane) => {
      while (!load.over) {
        const side = lane % 2 === 0 ? 'sell' : 'buy';
        try {
          answered.push(await core.submit(place(lane % 2 === 0 ? alice : bob, side, 100_00, 1)));
        } catch {
          await whenStatus(({ open }) => open);
        }
      }
    });
    const answeredMore = async (): Promise<void> => {
      const target = answered.length + 100;
      while (answered.length < target) await new Promise((resolve) => setImmediate(resolve));
    };
    for (let kill = 0; kill < 2; kill += 1) {
      await answeredMore();
      const shut = whenStatus(({ open }) => !open);
      process.kill(postgres.pid, 'SIGKILL');
      expect((await shut).reason).toContain('The database does not accept commits');
      await whenStatus(({ open }) => open);
    }
    await answeredMore();
    load.over = true;
    await Promise.all(lanes);
    await core.close();
    const hash = exchange.stateHash();
    const again = await openCore({ database: postgres.settings, mode: 'live', log: silent });
    expect(again.exchange.stateHash()).toBe(hash);
    await again.core.close();
    const sequences = answered.map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
    const journal = new Follower(new Exchange(), emptyHead);
    const client = await openCoreConnection(postgres.settings);
    const commands = new Map<number, Committed>();
    await journal.catchUp(client, (batch) => {
      for (const one of batch.commands) commands.set(one.sequence, one);
    });
    await client.end();
    for (const answer of answered) expect(commands.get(answer.sequence)).toEqual(answer);
  }, 120_000);
});
