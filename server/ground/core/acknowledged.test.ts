import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canLimitFiles, withFileLimit } from '../../../scripts/file-limit.ts';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { takeCoreLock } from './core-lock.ts';
import { acceptLoss, AcknowledgedFile, AcknowledgedLost, CoreLocked, openCore } from './index.ts';
import type { Loss } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, place, setUp } from './testing/commands.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import { runCore } from './testing/running-core.ts';
import type { RunningCore } from './testing/running-core.ts';

let database: TestDatabase;
let folder: string;
let path: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'bourse-acknowledged-'));
  path = join(folder, 'new', 'acknowledged');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const neverAsked = { by: 'Ada', host: 'here', nowMs: 0, confirm: () => Promise.reject(new Error('not asked')) };

describe('the acknowledged head', () => {
  test('is in its file after the next second, and at the end', async () => {
    const { core, time } = await traded();
    const order = await core.submit(place(alice, 'sell', 100_00, 1));
    time.tick();
    await expect.poll(() => file().read()?.head.sequence).toBeGreaterThanOrEqual(order.sequence);
    await core.submit(place(alice, 'sell', 100_00, 1));
    await core.close();
    expect(file().read()).toEqual(await headOfDatabase());
  });

  test('is in its file when the core fails', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, failed } = await traded(store);
    const { sequence } = await core.submit(place(alice, 'sell', 100_00, 1));
    store.order('before');
    await database.query(`update core.core_head set batch_id = batch_id + 1, events_hash = 'foreign'`);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'outcome_pending' });
    expect(await failed).toMatchObject({ kind: 'fenced' });
    expect(file().read()?.head.sequence).toBe(sequence);
  });

  test.runIf(canLimitFiles)('stays whole on a full disk, and is in its file when there is space again', async () => {
    const { core, lines, time } = await traded();
    const order = () => core.submit(place(alice, 'sell', 100_00, 1));
    const contains = async ({ sequence }: { readonly sequence: number }): Promise<void> => {
      time.tick();
      await expect.poll(() => file().read()?.head.sequence).toBeGreaterThanOrEqual(sequence);
    };
    const failures = () => lines.filter(({ message }) => message.includes('cannot be written to its file'));
    await contains(await order());
    const before = file().read();
    await withFileLimit(20, async () => {
      for (let second = 0; second < 3; second += 1) {
        await order();
        time.tick();
        await expect.poll(() => failures().length).toBe(1);
        expect(file().read()).toEqual(before);
      }
    });
    await contains(await order());
    expect(failures()).toHaveLength(1);
    expect(lines.filter(({ message }) => message.includes('is written to its file again'))).toHaveLength(1);
    await core.close();
    expect(file().read()).toEqual(await headOfDatabase());
  });

  test('that cannot be written is logged once, and trading continues', async () => {
    writeFileSync(join(folder, 'new'), 'not a folder');
    const { core, lines, time } = await traded();
    time.tick();
    await core.submit(place(alice, 'sell', 100_00, 1));
    await core.close();
    expect(lines.filter(({ message }) => message.includes('cannot be written to its file'))).toHaveLength(1);
  });
});

describe('a start with the file of the acknowledged head', () => {
  test('opens on a database that contains that head and more', async () => {
    await closedAfterTrading();
    const early = readFileSync(path);
    await closedAfterTrading();
    writeFileSync(path, early);
    expect(await opens()).toBe(true);
  });

  test('refuses a database that is behind, naming both heads', async () => {
    await closedAfterTrading();
    const there = await headOfDatabase();
    const head = { batchId: there.head.batchId + 2, sequence: there.head.sequence + 9, eventsHash: 'feed' };
    await file().write({ generation: 1, epoch: 1, head });
    await expect(openCore(options())).rejects.toThrow(
      `The database is at batch ${there.head.batchId} (command ${there.head.sequence}, events ${there.head.eventsHash}), ` +
        `but batch ${head.batchId} (command ${head.sequence}, events feed) was acknowledged: acknowledged orders are missing from it.`,
    );
  });

  test('refuses a database that has another batch in its place, at its head or before it', async () => {
    await closedAfterTrading();
    const there = await headOfDatabase();
    await file().write({ ...there, head: { ...there.head, eventsHash: 'other' } });
    await expect(openCore(options())).rejects.toThrow(AcknowledgedLost);
    rmSync(path);
    await closedAfterTrading();
    await file().write({ ...there, head: { ...there.head, eventsHash: 'other' } });
    await expect(openCore(options())).rejects.toThrow(AcknowledgedLost);
  });

  test('refuses an empty database and says that it is empty', async () => {
    await file().write({ generation: 1, epoch: 1, head: { batchId: 7, sequence: 9, eventsHash: 'feed' } });
    await expect(openCore(options())).rejects.toThrow(/^The database is empty, but batch 7 /);
  });

  test('refuses to guess when the file is damaged', async () => {
    await file().write({ generation: 1, epoch: 1, head: { batchId: 7, sequence: 9, eventsHash: 'feed' } });
    writeFileSync(path, '{"generation":1,');
    await expect(openCore(options())).rejects.toThrow(/acknowledged is damaged, so it is unknown which orders/);
    await expect(openCore(options())).rejects.toThrow(AcknowledgedLost);
  });

  test('opens without the file, which a new DATA_DIR lacks', async () => {
    await closedAfterTrading();
    rmSync(path);
    expect(await opens()).toBe(true);
  });

  test('opens on a database whose loss was accepted since, and refuses one from before that', async () => {
    await closedAfterTrading();
    const early = readFileSync(path);
    await database.query('update core.core_head set generation = 2');
    expect(await opens()).toBe(true);
    expect(file().read()?.generation).toBe(2);
    await database.query('update core.core_head set generation = 1');
    await expect(openCore(options())).rejects.toThrow(/but batch \d+ \(.+\) of generation 2 was acknowledged/);
    writeFileSync(path, early);
    expect(await opens()).toBe(true);
  });
});

describe('accepting a loss', () => {
  test('changes nothing if nothing is lost, or without a file', async () => {
    expect(await acceptLoss({ database: database.settings, file: file(), ...neverAsked })).toBe('nothing_lost');
    await closedAfterTrading();
    expect(await acceptLoss({ database: database.settings, file: file(), ...neverAsked })).toBe('nothing_lost');
    expect(await database.query('select from core.accepted_losses')).toEqual([]);
  });

  test('is refused while an exchange runs on the database', async () => {
    await file().write({ generation: 1, epoch: 1, head: { batchId: 7000, sequence: 9000, eventsHash: 'feed' } });
    const holder = await openCoreConnection(database.settings);
    await takeCoreLock(holder, null);
    await holder.query(`set application_name = 'bourse core 1@elsewhere'`);
    await expect(acceptLoss({ database: database.settings, file: file(), ...neverAsked })).rejects.toThrow(CoreLocked);
    await holder.end();
  });

  test('asks with both heads, records the decision once, and lets the exchange open', async () => {
    await closedAfterTrading();
    const found = await headOfDatabase();
    const acknowledged = { generation: 3, epoch: 1, head: { batchId: 7000, sequence: 9000, eventsHash: 'feed' } };
    await file().write(acknowledged);
    const asked: Loss[] = [];
    const confirm = (loss: Loss): Promise<boolean> => {
      asked.push(loss);
      return Promise.resolve(true);
    };
    const accepting = { database: database.settings, file: file(), by: 'Ada', host: 'here', nowMs: 5, confirm };
    expect(await acceptLoss(accepting)).toBe('accepted');
    expect(asked).toEqual([{ acknowledged, found }]);
    expect(file().read()).toEqual({ ...found, generation: 4 });
    expect(await acceptLoss(accepting)).toBe('nothing_lost');
    expect(await database.query('select generation, accepted_by, at_ms from core.accepted_losses')).toEqual([
      { generation: '4', accepted_by: 'Ada', at_ms: '5' },
    ]);
    expect(await opens()).toBe(true);
  });
});

describe('the lock of the database', () => {
  test('is waited for while another process holds it, if the start may wait', async () => {
    const holder = await openCoreConnection(database.settings);
    await takeCoreLock(holder, null);
    await holder.query(`set application_name = 'bourse core 1@elsewhere'`);
    const waiting = Promise.withResolvers<string>();
    const lock = { livingHolderMs: 60_000, onWait: waiting.resolve };
    const opening = openCore({ ...options(), lock });
    expect(await waiting.promise).toBe('core 1@elsewhere');
    await holder.end();
    const { core } = await opening;
    await core.close();
  });

  test('is no longer waited for when the start is aborted', async () => {
    const holder = await openCoreConnection(database.settings);
    await takeCoreLock(holder, null);
    await holder.query(`set application_name = 'bourse core 1@not-${hostname()}'`);
    const stopping = new AbortController();
    const lock = { livingHolderMs: 60_000, signal: stopping.signal, onWait: () => stopping.abort() };
    await expect(openCore({ ...options(), lock })).rejects.toThrow(/abort/i);
    await holder.end();
  });
});

function file(): AcknowledgedFile {
  return new AcknowledgedFile(path);
}

function options(): Parameters<typeof openCore>[0] {
  return { database: database.settings, mode: 'live', log: silent, acknowledgedFile: file() };
}

async function traded(store?: FaultyStore): Promise<RunningCore> {
  const limits = { firstBackoffMs: 1, longestBackoffMs: 5 };
  const running = await runCore(database.settings, { acknowledgedFile: file(), limits }, store);
  if (running.core.sequence < 5) await setUp(running.core);
  await running.core.submit(place(alice, 'sell', 100_00, 1));
  return running;
}

async function closedAfterTrading(): Promise<void> {
  const { core } = await traded();
  await core.close();
}

async function opens(): Promise<boolean> {
  const { core } = await runCore(database.settings, { acknowledgedFile: file() });
  const { open } = core.status();
  await core.close();
  return open;
}

async function headOfDatabase(): Promise<NonNullable<ReturnType<AcknowledgedFile['read']>>> {
  const session = await new PostgresCoreStore(database.settings).takeOver();
  const { generation, epoch, head } = session;
  await session.end();
  // Taking over has raised the epoch.
  await database.query('update core.core_head set epoch = epoch - 1');
  return { generation, epoch: epoch - 1, head };
}
