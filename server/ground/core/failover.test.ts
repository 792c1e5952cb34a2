import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '../database/index.ts';
import { TestCluster } from '../database/testing/test-cluster.ts';
import { acceptLoss, AcknowledgedFile, AcknowledgedLost, openCore } from './index.ts';
import type { Committed, Core } from './index.ts';
import { alice, bob, place, setUp } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';
import { stored } from '../../venue/stored.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const quick = { firstBackoffMs: 1, longestBackoffMs: 20 };

/** The tests share their servers and run in this order: a failover makes the standby the primary. */
describe.skipIf(process.platform === 'win32')('a replicated database', () => {
  const clusters: TestCluster[] = [];
  let primary: TestCluster;
  let standby: TestCluster;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bourse-failover-'));
    primary = await TestCluster.create();
    clusters.push(primary);
    await prepareDatabase(primary.settings, { live: true, stored });
    standby = await primary.withStandby();
    clusters.push(standby);
    await primary.waitForStandby();
  });

  afterAll(async () => {
    for (const cluster of clusters) await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('whose wait for the synchronous standby is cancelled does not acknowledge the order before the standby has it', async () => {
    const { core, whenStatus, lines } = await runCore(primary.settings, {
      limits: { ...quick, commitTimeoutMs: 60_000 },
    });
    await setUp(core);
    await standby.follow(null);
    const order = core.submit(place(alice, 'sell', 100_00, 5), { deadlineMs: 1_000_000 });
    const [waiting] = await whenCommitWaits(primary);
    await primary.query(`select pg_cancel_backend(${waiting})`);
    const acknowledged = order.then(() => 'acknowledged');
    const closed = whenStatus(({ open }) => !open).then(({ reason }) => reason);
    expect(await Promise.race([acknowledged, closed])).toBe('The database does not accept commits.');
    expect(lines.map(({ details }) => details)).toContainEqual({
      problem: 'PostgreSQL warned: canceling wait for synchronous replication due to user request',
    });
    // The new session's own commit waits for the standby, too.
    const [successor] = await whenCommitWaits(primary);
    expect(successor).not.toBe(waiting);
    await standby.follow(primary);
    const { sequence } = await order;
    await core.close();
    await expect
      .poll(() => standby.query(`select from core.journal where ${sequence} between first_sequence and last_sequence`))
      .toHaveLength(1);
  });

  test('whose synchronous standby is promoted loses no acknowledged order, and the exchange opens on it', async () => {
    const address = { url: primary.settings.url };
    const file = new AcknowledgedFile(join(folder, 'synchronous'));
    const { core, whenStatus } = await runCore(address, { limits: quick, acknowledgedFile: file });
    const trading = tradeUntilStopped(core);
    await trading.answers(200);
    await primary.crash();
    await standby.promote();
    address.url = standby.settings.url;
    await whenStatus(({ open }) => open);
    await trading.answers(200);
    const answered = await trading.stop();
    await core.close();
    expect(await missingFrom(standby, answered)).toEqual([]);
  });

  test('whose asynchronous standby is promoted without acknowledged orders stops the core and stays closed until the loss is accepted', async () => {
    const before = standby;
    const behind = await before.withStandby();
    clusters.push(behind);
    await behind.follow(before);
    const address = { url: before.settings.url };
    const file = new AcknowledgedFile(join(folder, 'asynchronous'));
    const { core, failed } = await runCore(address, { limits: quick, acknowledgedFile: file });
    await core.submit(place(alice, 'sell', 100_00, 1));
    await behind.follow(null);
    const lost = await core.submit(place(alice, 'sell', 100_00, 2));
    await before.crash();
    await behind.promote();
    address.url = behind.settings.url;
    await expect(core.submit(place(alice, 'sell', 100_00, 3))).rejects.toMatchObject({ key: 'outcome_pending' });
    const failure = await failed;
    expect(failure.kind).toBe('acknowledged_lost');
    expect(core.status().reason).toContain('The database lacks orders that were acknowledged');
    expect(await missingFrom(behind, [lost])).toEqual([lost.sequence]);

    // A restart does not open either, and names the same heads.
    const acknowledged = file.read();
    expect(acknowledged?.head.sequence).toBe(lost.sequence);
    const options = { database: behind.settings, mode: 'live', log: silent, acknowledgedFile: file } as const;
    const refused = await openCore(options).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(AcknowledgedLost);
    expect(refused).toMatchObject({ message: failure.message });
    expect(failure.message).toMatch(
      /^The database is at batch (\d+) \(command (\d+), .+\), but batch (\d+) \(command (\d+), .+\) was acknowledged: /,
    );

    const accepting = { database: behind.settings, file, by: 'Ada', host: 'here', nowMs: 1_700_000_000_000 };
    expect(await acceptLoss({ ...accepting, confirm: () => Promise.resolve(false) })).toBe('declined');
    await expect(openCore(options)).rejects.toThrow(AcknowledgedLost);
    expect(await acceptLoss({ ...accepting, confirm: () => Promise.resolve(true) })).toBe('accepted');
    expect(await behind.query('select * from core.accepted_losses')).toMatchObject([
      {
        accepted_by: 'Ada',
        host: 'here',
        generation: '2',
        acknowledged_batch_id: String(acknowledged?.head.batchId),
        acknowledged_events_hash: acknowledged?.head.eventsHash,
        found_batch_id: expect.not.stringMatching(String(acknowledged?.head.batchId)) as string,
      },
    ]);
    const opened = await runCore(behind.settings, { acknowledgedFile: file });
    await opened.core.submit(place(alice, 'sell', 100_00, 4));
    await opened.core.close();
    expect(file.read()?.generation).toBe(2);
  });
});

/** The backend processes whose commit waits for the standby, once there are any. */
async function whenCommitWaits(primary: TestCluster): Promise<number[]> {
  let found: { pid: number }[] = [];
  await expect
    .poll(async () => {
      found = await primary.query<{ pid: number }>(`select pid from pg_stat_activity where wait_event = 'SyncRep'`);
      return found.length;
    })
    .toBe(1);
  return found.map(({ pid }) => pid);
}

interface Trading {
  /** Resolves when this many more orders are acknowledged. */
  readonly answers: (count: number) => Promise<void>;
  readonly stop: () => Promise<readonly Committed[]>;
}

function tradeUntilStopped(core: Core): Trading {
  const answered: Committed[] = [];
  const stopping = new AbortController();
  const lanes = [...Array(8).keys()].map(async (lane) => {
    while (!stopping.signal.aborted) {
      const side = lane % 2 === 0 ? 'sell' : 'buy';
      const answer = await core.submit(place(side === 'sell' ? alice : bob, side, 100_00, 1)).catch(() => null);
      if (answer === null) await new Promise((resolve) => setImmediate(resolve));
      else answered.push(answer);
    }
  });
  return {
    answers: async (count) => {
      const target = answered.length + count;
      while (answered.length < target) await new Promise((resolve) => setImmediate(resolve));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(lanes);
      return answered;
    },
  };
}

/** The sequences of acknowledged commands that the journal lacks. */
async function missingFrom(cluster: TestCluster, answered: readonly Committed[]): Promise<number[]> {
  const rows = await cluster.query<{ first: string; last: string }>(
    'select first_sequence as first, last_sequence as last from core.journal',
  );
  const stored = new Set(
    rows.flatMap(({ first, last }) => {
      const length = Number(last) - Number(first) + 1;
      return Array.from({ length }, (_unused, n) => Number(first) + n);
    }),
  );
  return answered.map(({ sequence }) => sequence).filter((sequence) => !stored.has(sequence));
}
