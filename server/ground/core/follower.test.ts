import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { accountType, amount, Exchange, logicVersion } from '@bourse/engine';
import { Follower } from './follower.ts';
import { emptyHead } from './head.ts';
import { JournalMismatch, openCore } from './index.ts';
import { forgetHistory, thinSnapshots } from './retention.ts';
import { listSnapshots } from './snapshots.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import { alice, bob, place, setUp, usdt } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';
import type { RunningCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

/** Replaces a chunk and its hash, as a faulty program or another version might have written them. */
const rewriteChunk = (data: string): string =>
  `update core.snapshot_chunks set data = ${data}, sha256 = encode(sha256(${data}), 'hex')`;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('rule 8: follower', () => {
  test('a follower that reads a growing journal sees the same batches and ends in the same state', async () => {
    const running = await runCore(database.settings);
    await setUp(running.core);
    const client = await openCoreConnection(database.settings);
    const follower = new Follower(new Exchange(), emptyHead);
    const seen: unknown[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      await trade(running, 30);
      await follower.catchUp(client, (batch) => void seen.push(batch));
    }
    expect(seen).toEqual(running.batches);
    expect(follower.exchange.stateHash()).toBe(running.exchange.stateHash());
    await client.end();
    await running.core.close();
  });

  test('recovery begins with the newest snapshot and replays the later commands', async () => {
    const running = await runCore(database.settings);
    await snapshotAfterTrading(running);
    const { sequence } = running.core;
    await trade(running, 20);
    await running.core.close();
    const { core, exchange, recovery } = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(recovery.replayedCommands).toBe(running.core.sequence - sequence);
    expect(recovery.snapshotBatch).toBeGreaterThan(0);
    expect(exchange.stateHash()).toBe(running.exchange.stateHash());
    await core.close();
  });

  test.each([
    ['chunk 1 of 1 was altered', `update core.snapshot_chunks set data = overlay(data placing '\\x00' from 20)`],
    ['chunk 1 of 1 is missing', 'delete from core.snapshot_chunks'],
    ['its lines result in another state', `update core.snapshots set state_hash = 'wrong'`],
    ['this snapshot is truncated or altered', rewriteChunk('substring(data from 1 for length(data) - 400)')],
    [
      'this is not a snapshot of the current format',
      rewriteChunk(`convert_to(replace(convert_from(data, 'UTF8'), '"format":"bourse-', '"format":"later-'), 'UTF8')`),
    ],
  ])('a broken snapshot (%s) is reported as such, and the older one is used', async (how, breaking) => {
    const running = await runCore(database.settings);
    await snapshotAfterTrading(running);
    await snapshotAfterTrading(running);
    await running.core.close();
    const [newest, older] = await snapshots();
    await database.query(`${breaking} where batch_id = $1`, [newest?.head.batchId]);
    const again = await runCore(database.settings, { time: running.time });
    expect(again.recovery.snapshotBatch).toBe(older?.head.batchId);
    expect(again.exchange.timeMs).toBe(running.exchange.timeMs);
    expect(again.lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(`batch ${newest?.head.batchId} is broken (${how})`) as string,
      }),
    ]);
    await again.core.close();
  });

  test('a journal whose replay differs stops the startup and names the first batch that differs', async () => {
    const running = await runCore(database.settings);
    await setUp(running.core);
    await trade(running, 10);
    await running.core.close();
    const [row] = await database.query<{ batch_id: string }>(
      `select batch_id from core.journal where commands like '%"sell"%' order by batch_id limit 1`,
    );
    await database.query(`update core.journal set commands = replace(commands, '"sell"', '"buy"')`);
    const opening = openCore({ database: database.settings, mode: 'live', log: silent });
    await expect(opening).rejects.toThrow(JournalMismatch);
    await expect(opening).rejects.toMatchObject({ batchId: Number(row?.batch_id) });
    await expect(opening).rejects.toThrow(`Replaying batch ${row?.batch_id} `);
  });

  test('a journal of an older version with a debit is replayed, and a new debit is not accepted', async () => {
    const running = await runCore(database.settings);
    await setUp(running.core);
    const account = { accountType: accountType.change, currency: usdt, amount: amount(1000) };
    const refund = { user: alice, ...account, source: 'refund', n: 1 };
    await running.core.submit({ type: 'hold', kind: 'withdrawal', ...refund });
    await expect(running.core.submit({ type: 'debit', ...refund })).rejects.toThrow('A debit cannot be submitted');
    await running.core.close();
    await database.query(`update core.journal set commands = replace(commands, '["hold","withdrawal",', '["debit",')`);
    await database.query(`update core.journal set logic_version = 3, events_hash = lpad(batch_id::text, 16, '0')`);
    await database.query(`update core.core_head set events_hash = lpad(batch_id::text, 16, '0')`);

    const { core, exchange } = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect([...exchange.openHolds()]).toEqual([]);
    const [balance] = [...exchange.balances()].filter(({ user, currency }) => user === alice && currency === usdt);
    expect(balance).toMatchObject({ available: 1_000_000_000_000_000 - 1000, locked: 0 });
    await core.close();
  });

  test('a journal of an older logic version can be opened and continued, regardless of its hashes', async () => {
    const running = await runCore(database.settings);
    await setUp(running.core);
    await trade(running, 10);
    await running.core.close();
    await database.query(`update core.journal set logic_version = 1, events_hash = lpad(batch_id::text, 16, '0')`);
    await database.query(`update core.core_head set events_hash = lpad(batch_id::text, 16, '0')`);
    const reopened = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(reopened.exchange.stateHash()).toBe(running.exchange.stateHash());
    const { uncomparedBatches, replayedBatches } = reopened.recovery;
    expect(uncomparedBatches).toBeGreaterThan(0);
    expect(uncomparedBatches).toBe(replayedBatches);
    await reopened.core.close();
    const second = await runCore(database.settings, { time: running.time });
    await trade(second, 10);
    await second.core.close();
    const { core, exchange, recovery } = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(recovery.uncomparedBatches).toBe(uncomparedBatches);
    expect(recovery.replayedBatches).toBeGreaterThan(uncomparedBatches);
    expect(exchange.stateHash()).toBe(second.exchange.stateHash());
    await core.close();
    const versions = await database.query('select distinct logic_version from core.journal order by 1');
    expect(versions).toEqual([{ logic_version: 1 }, { logic_version: logicVersion }]);
    await database.query(`update core.journal set events_hash = 'other' where logic_version > 1`);
    const opening = openCore({ database: database.settings, mode: 'live', log: silent });
    await expect(opening).rejects.toThrow('It is the first batch that differs.');
  });

  test.each([
    [
      'a batch of a later release',
      'update core.journal set logic_version = 99 where batch_id = 2',
      'written by a later release',
    ],
    ['a gap', 'delete from core.journal where batch_id = 2', 'gap: batch 1'],
    [
      'its end missing',
      'delete from core.journal where batch_id = (select max(batch_id) from core.journal)',
      'but the head is',
    ],
    ['an unknown encoding', 'update core.journal set encoding_version = 99 where batch_id = 2', 'Journal encoding 99'],
    [
      'unreadable commands',
      `update core.journal set commands = '[[0,["steal"]]]' where batch_id = 2`,
      'cannot be read',
    ],
  ])('a journal with %s stops the startup', async (_what, breaking, message) => {
    const running = await runCore(database.settings);
    await setUp(running.core);
    await trade(running, 4);
    await trade(running, 4);
    await running.core.close();
    await database.query(breaking);
    const opening = openCore({ database: database.settings, mode: 'live', log: silent });
    await expect(opening).rejects.toThrow(JournalMismatch);
    await expect(opening).rejects.toThrow(message);
  });

  test('the demo deletes nothing after the second-newest verified snapshot, and recovers from either of the two', async () => {
    const running = await runCore(database.settings);
    const client = await openCoreConnection(database.settings);
    await snapshotAfterTrading(running);
    expect(await forgetHistory(client, 1000)).toEqual({ batches: 0, snapshots: 0, rows: 0 });
    await snapshotAfterTrading(running);
    await snapshotAfterTrading(running);
    await trade(running, 10);
    await running.core.close();
    const [newest, second] = await snapshots();
    expect((await forgetHistory(client, 1)).batches).toBe(1);
    expect((await forgetHistory(client, 1000)).batches).toBeGreaterThan(0);
    const kept = await database.query<{ first: string }>('select min(batch_id) as first from core.journal');
    expect(Number(kept[0]?.first)).toBe((second?.head.batchId ?? 0) + 1);
    expect((await snapshots()).map(({ head }) => head.batchId)).toEqual([newest?.head.batchId, second?.head.batchId]);
    await database.query('delete from core.snapshot_chunks where batch_id = $1', [newest?.head.batchId]);
    const { core, exchange, recovery } = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(recovery.snapshotBatch).toBe(second?.head.batchId);
    expect(exchange.stateHash()).toBe(running.exchange.stateHash());
    await core.close();
    await client.end();
  });

  test('a live exchange keeps the newest two snapshots, one for each of the past seven days, and its journal', async () => {
    // Disables the core's own housekeeping, which would delete snapshots too on a slow machine.
    const running = await runCore(database.settings, { schedule: { everyMs: 3_600_000 } });
    const client = await openCoreConnection(database.settings);
    for (let n = 0; n < 6; n += 1) await snapshotAfterTrading(running);
    await running.core.close();
    const taken = (await snapshots()).map(({ head }) => head.batchId).toReversed();
    const day = 86_400_000;
    const now = 20_000 * day + 1000;
    // Two snapshots are older than a week, two are from a day within the week, and two are from today.
    const times = [now - 7 * day, now - 7 * day + 1, now - 6 * day, now - 6 * day + 1, now - 2, now - 1];
    for (const [n, batchId] of taken.entries()) {
      await database.query('update core.snapshots set taken_at = $1 where batch_id = $2', [times[n], batchId]);
    }
    expect(await thinSnapshots(client, now)).toBe(3);
    expect((await snapshots()).map(({ head }) => head.batchId)).toEqual([taken[5], taken[4], taken[3]]);
    const chunks = await database.query<{ batch: string }>(
      'select distinct batch_id as batch from core.snapshot_chunks order by 1',
    );
    expect(chunks.map(({ batch }) => Number(batch))).toEqual(taken.slice(3));
    expect(await thinSnapshots(client, now)).toBe(0);
    expect(await firstBatch()).toBe(1);
    await client.end();
  });

  test('snapshots are taken automatically; the demo deletes history, a live exchange only older snapshots', async () => {
    const schedule = { everyMs: 5, snapshotCommands: 1 };
    const live = await runCore(database.settings, { mode: 'live', schedule });
    await setUp(live.core);
    const seen = new Set<number>();
    while (seen.size < 4) {
      await trade(live, 5);
      for (const { head } of await snapshots()) seen.add(head.batchId);
    }
    while ((await snapshots()).length > 2) await trade(live, 5);
    await live.core.close();
    expect(await firstBatch()).toBe(1);

    const demo = await runCore(database.settings, { mode: 'demo', schedule, time: live.time });
    while ((await firstBatch()) === 1 || (await snapshots()).length > 2) await trade(demo, 5);
    await demo.core.close();
    expect([...live.lines, ...demo.lines].filter(({ level }) => level === 'error')).toEqual([]);
  });

  async function firstBatch(): Promise<number> {
    const rows = await database.query<{ first: string }>('select min(batch_id) as first from core.journal');
    return Number(rows[0]?.first);
  }

  async function snapshotAfterTrading(running: RunningCore): Promise<void> {
    if (running.core.sequence < 5) await setUp(running.core);
    await trade(running, 20);
    await takeSnapshotInThread(database.settings, silent);
  }

  async function snapshots(): Promise<Awaited<ReturnType<typeof listSnapshots>>> {
    const client = await openCoreConnection(database.settings);
    const entries = await listSnapshots(client);
    await client.end();
    return entries;
  }
});

async function trade({ core }: RunningCore, count: number): Promise<void> {
  await Promise.all(
    [...Array(count).keys()].map((n) =>
      core.submit(place(n % 2 === 0 ? alice : bob, n % 2 === 0 ? 'sell' : 'buy', 100_00 + (n % 3), 1 + (n % 4))),
    ),
  );
}
