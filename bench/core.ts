import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from '@bourse/engine';
import type { Core, CoreOptions, OpenedCore } from '@bourse/server/core';
import { stored } from '@bourse/server';
import { openCoreConnection, prepareDatabase, startBundledPostgres } from '@bourse/server/database';
import type { DatabaseSettings } from '@bourse/server/database';
import { bareCommits } from './bare-commit.ts';
import { never, openQuietly, place, restingAndCrossing, setUp, traders } from './core-load.ts';
import { cpuPerOrder, cpuRows, readCpuTime } from './cpu-time.ts';
import type { CpuTime } from './cpu-time.ts';
import { measurement, numberArgument, report } from './table.ts';
import type { Row } from './table.ts';

/**
 * The core without HTTP, on the bundled PostgreSQL with fsync: durable commands per second, compared with one
 * connection that commits inserts one by one in the same run; a restart with many open orders; and trading while
 * snapshots are written. Only durable answers count, and the run fails when the tables do not contain all acknowledged
 * trades.
 *
 * Options: `--seconds` per load, `--lanes` concurrent commands, `--open-orders`, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 10);
const lanes = numberArgument(args, 'lanes', 512);
const openOrders = numberArgument(args, 'open-orders', 100_000);

let batchesSeen = 0;
const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const postgres = await startBundledPostgres({ dataFolder: folder });
try {
  await prepareDatabase(postgres.settings, { live: true, stored });
  report(await measure(postgres.settings), args);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(database: DatabaseSettings): Promise<Row[]> {
  const { perSecond: inserts } = await bareCommits(database, seconds / 2);
  const peer = 'autocommit inserts';
  const rows = [measurement(peer, 'durable inserts', inserts, '1/s')];
  const { core } = await open(database);
  await setUp(core);
  for (const { name, order, width } of [
    { name: 'one order at a time', order: restingAndCrossing, width: 1 },
    { name: 'orders, 20 % cross', order: restingAndCrossing, width: lanes },
    { name: 'orders, all trade', order: alternating, width: lanes },
  ]) {
    const load = await run(core, width, order);
    rows.push(
      measurement(name, 'durable commands', load.answers / load.seconds, '1/s', { name: peer, value: inserts }),
      measurement(name, 'commands', load.answers, ''),
      measurement(name, 'trades', load.trades, ''),
      measurement(name, 'commands per commit', load.answers / load.batches, ''),
      measurement(name, 'p50', load.p50, 'ms'),
      measurement(name, 'p99', load.p99, 'ms'),
      ...(load.cpu === null ? [] : cpuRows(name, load.cpu)),
    );
  }
  await refuseMissingTrades(database, rows);
  await rest(core, openOrders);
  await core.close();
  rows.push(...(await restart(database)));
  rows.push(...(await stalls(database)));
  return rows;
}

interface Load {
  readonly answers: number;
  readonly trades: number;
  readonly batches: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** The processor time used, null where the system does not report it. */
  readonly cpu: CpuTime | null;
}

/** Keeps all lanes busy for the given time; a lane sends its next order when the last one was answered. */
async function run(core: Core, width: number, order: (lane: number, turn: number) => Command): Promise<Load> {
  const startedMs = performance.now();
  const endsMs = startedMs + seconds * 1000;
  const latencies: number[] = [];
  let trades = 0;
  const firstBatch = batchesSeen;
  const before = readCpuTime(process.pid, postgres.pid);
  await Promise.all(
    Array.from({ length: width }, async (_unused, lane) => {
      for (let turn = 0; performance.now() < endsMs; turn += 1) {
        const sentMs = performance.now();
        const { events } = await core.submit(order(lane, turn));
        latencies.push(performance.now() - sentMs);
        for (const event of events) {
          if (event.type === 'traded') trades += 1;
          else if (event.type === 'rejected') throw new Error(`An order was rejected: ${JSON.stringify(event)}`);
        }
      }
    }),
  );
  const elapsed = (performance.now() - startedMs) / 1000;
  const after = readCpuTime(process.pid, postgres.pid);
  latencies.sort((a, b) => a - b);
  return {
    answers: latencies.length,
    trades,
    batches: batchesSeen - firstBatch,
    seconds: elapsed,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    cpu: before === null || after === null ? null : cpuPerOrder(before, after, latencies.length),
  };
}

async function open(database: DatabaseSettings, schedule: CoreOptions['schedule'] = never): Promise<OpenedCore> {
  const opened = await openQuietly(database, { schedule });
  opened.core.onCommitted(() => {
    batchesSeen += 1;
  });
  return opened;
}

/** Alternating sells and buys of the same price and size. */
function alternating(lane: number): Command {
  return place(lane, lane % 2 === 0 ? 'sell' : 'buy', 30_000, 1);
}

/** Fills the book with orders that never match. */
async function rest(core: Core, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1000) {
    await Promise.all(
      Array.from({ length: Math.min(1000, count - at) }, (_unused, index) =>
        core.submit(place(index, 'buy', 100 + ((at + index) % 9000), 1)),
      ),
    );
  }
}

async function refuseMissingTrades(database: DatabaseSettings, rows: readonly Row[]): Promise<void> {
  const expected = rows.filter(({ metric }) => metric === 'trades').reduce((sum, { value }) => sum + value, 0);
  const found = await count(database, 'trades');
  if (found !== expected) throw new Error(`${expected} trades were acknowledged, but the table contains ${found}.`);
}

/** Takes a snapshot and restarts from it, with the open orders. */
async function restart(database: DatabaseSettings): Promise<Row[]> {
  const snapshots = await open(database, { everyMs: 100, snapshotCommands: 1 });
  while ((await count(database, 'snapshots where verified')) === 0) await pause(100);
  await snapshots.core.close();

  const startedMs = performance.now();
  const restarted = await open(database);
  const restartMs = performance.now() - startedMs;
  const orders = [...restarted.exchange.openOrders()].length;
  await restarted.core.close();
  if (restarted.recovery.snapshotBatch === 0) throw new Error('The restart did not use the snapshot.');
  return [
    measurement('restart', 'open orders', orders, ''),
    measurement('restart', 'time until the core is open', restartMs / 1000, 's'),
  ];
}

/**
 * The longest stalls of the event loop that applies commands, with and without snapshots being written continuously. It
 * shares the processors with PostgreSQL, so some stalls occur without snapshots too.
 */
async function stalls(database: DatabaseSettings): Promise<Row[]> {
  const without = await longestStall(database, never);
  const before = await newestSnapshot(database);
  const snapshots = await longestStall(database, { everyMs: 100, snapshotCommands: 1 });
  if ((await newestSnapshot(database)) === before) throw new Error('No snapshot was written during the load.');
  const name = 'trading while snapshots are written';
  return [
    measurement(name, 'longest stall', snapshots.longestMs, 'ms', { name: 'without', value: without.longestMs }),
    measurement(name, 'stall, 99.9 %', snapshots.maxMs, 'ms', { name: 'without', value: without.maxMs }),
  ];
}

interface Stall {
  readonly longestMs: number;
  readonly maxMs: number;
}

async function longestStall(database: DatabaseSettings, schedule: CoreOptions['schedule']): Promise<Stall> {
  const { core } = await open(database, schedule);
  // As many lanes as the HTTP benchmark has users, so that batches have the same size.
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await run(core, traders, restingAndCrossing);
  delays.disable();
  await core.close();
  return { longestMs: delays.max / 1e6, maxMs: delays.percentile(99.9) / 1e6 };
}

async function newestSnapshot(database: DatabaseSettings): Promise<number> {
  return number(database, 'select coalesce(max(batch_id), 0) as number from snapshots where verified');
}

async function count(database: DatabaseSettings, what: string): Promise<number> {
  return number(database, `select count(*) as number from ${what}`);
}

async function number(database: DatabaseSettings, query: string): Promise<number> {
  const client = await openCoreConnection(database);
  const answer = await client.query<{ number: string }>(query);
  await client.end();
  return Number(answer.rows[0]?.number);
}
