import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountType, amount, currencyId, lots, marketId, ticks, userId } from '@bourse/engine';
import type { Command, Side } from '@bourse/engine';
import { openCore } from '@bourse/server/core';
import type { Core, CoreOptions, OpenedCore } from '@bourse/server/core';
import { openCoreConnection, prepareDatabase, startBundledPostgres } from '@bourse/server/database';
import type { DatabaseSettings } from '@bourse/server/database';
import { numberArgument, report } from './table.ts';
import type { Row } from './table.ts';

/**
 * The core without HTTP, on the bundled PostgreSQL with fsync on: durable commands per second beside one connection that commits one
 * insert after the other in the same run, recovery by replay, and a restart with many open orders. Every answer counted is durable; the
 * run fails when the tables do not hold the trades that were answered.
 *
 * Options: `--seconds` of each load, `--lanes` commands under way at once, `--open-orders`, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 10);
const lanes = numberArgument(args, 'lanes', 512);
const openOrders = numberArgument(args, 'open-orders', 100_000);

const traders = 64;
/** No snapshot comes between. */
const never = { snapshotCommands: Number.MAX_SAFE_INTEGER, snapshotMinutes: Number.MAX_SAFE_INTEGER };
let batchesSeen = 0;
const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const postgres = await startBundledPostgres({ dataFolder: folder });
try {
  await prepareDatabase(postgres.settings, { live: true });
  report(await measure(postgres.settings), args);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(database: DatabaseSettings): Promise<Row[]> {
  const inserts = await insertLoop(database);
  const peer = 'autocommit inserts';
  const rows: Row[] = [{ name: peer, metric: 'durable inserts', value: inserts, unit: '1/s', peer: null, ratio: null }];
  const { core } = await open(database);
  await setUp(core);
  for (const { name, order, width } of [
    { name: 'one order at a time', order: restingAndCrossing, width: 1 },
    { name: 'orders, 20 % cross', order: restingAndCrossing, width: lanes },
    { name: 'orders, each trades', order: alternating, width: lanes },
  ]) {
    const load = await run(core, width, order);
    const value = load.answers / load.seconds;
    rows.push(
      { name, metric: 'durable commands', value, unit: '1/s', peer, ratio: value / inserts },
      { name, metric: 'commands', value: load.answers, unit: '', peer: null, ratio: null },
      { name, metric: 'trades', value: load.trades, unit: '', peer: null, ratio: null },
      { name, metric: 'commands a commit', value: load.answers / load.batches, unit: '', peer: null, ratio: null },
      { name, metric: 'p50', value: load.p50, unit: 'ms', peer: null, ratio: null },
      { name, metric: 'p99', value: load.p99, unit: 'ms', peer: null, ratio: null },
    );
  }
  await refuseMissingTrades(database, rows);
  await rest(core, openOrders);
  await core.close();
  rows.push(...(await recoveries(database)));
  return rows;
}

/** What one connection does that commits one small row at a time. */
async function insertLoop(database: DatabaseSettings): Promise<number> {
  const client = await openCoreConnection(database);
  await client.query('create table bare (id bigint primary key, body text not null)');
  const startedMs = performance.now();
  let count = 0;
  while (performance.now() - startedMs < seconds * 500) {
    count += 1;
    await client.query({ name: 'bare', text: 'insert into bare values ($1, $2)', values: [count, 'x'.repeat(60)] });
  }
  const elapsedMs = performance.now() - startedMs;
  await client.query('drop table bare');
  await client.end();
  return (count / elapsedMs) * 1000;
}

interface Load {
  readonly answers: number;
  readonly trades: number;
  readonly batches: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Keeps all lanes busy for the time given; each sends its next order when the last one was answered. */
async function run(core: Core, width: number, order: (lane: number, turn: number) => Command): Promise<Load> {
  const startedMs = performance.now();
  const endsMs = startedMs + seconds * 1000;
  const latencies: number[] = [];
  let trades = 0;
  const firstBatch = batchesSeen;
  await Promise.all(
    Array.from({ length: width }, async (_unused, lane) => {
      for (let turn = 0; performance.now() < endsMs; turn += 1) {
        const sentMs = performance.now();
        const { events } = await core.submit(order(lane, turn));
        latencies.push(performance.now() - sentMs);
        for (const event of events) {
          if (event.type === 'traded') trades += 1;
          else if (event.type === 'rejected') throw new Error(`An order was refused: ${JSON.stringify(event)}`);
        }
      }
    }),
  );
  const elapsed = (performance.now() - startedMs) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    answers: latencies.length,
    trades,
    batches: batchesSeen - firstBatch,
    seconds: elapsed,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

async function open(database: DatabaseSettings, schedule: CoreOptions['schedule'] = never): Promise<OpenedCore> {
  const quiet = (): undefined => undefined;
  const opened = await openCore({
    database,
    mode: 'live',
    log: { info: quiet, warn: quiet, error: (details, message) => console.error(message, details) },
    schedule: { ...never, ...schedule },
  });
  opened.core.onCommitted(() => {
    batchesSeen += 1;
  });
  opened.core.open();
  return opened;
}

async function setUp(core: Core): Promise<void> {
  const [btc, usdt, market] = [currencyId(1), currencyId(2), marketId(1)];
  const commands: Command[] = [
    { type: 'list_currency', currency: btc, code: 'BTC', decimals: 8 },
    { type: 'list_currency', currency: usdt, code: 'USDT', decimals: 6 },
    {
      ...{ type: 'list_market', market, base: btc, quote: usdt, priceDecimals: 2, tickPoints: 1, amountDecimals: 4 },
      ...{
        lotPoints: 1,
        minNotional: amount(0),
        marketSlippagePpm: 20_000,
        priceBandPpm: null,
        makerFeePpm: 1000,
        takerFeePpm: 1000,
        maxOpenOrders: 1_000_000,
      },
      ...{ selfTradePrevention: 'expire_maker', sellBlocked: false, state: 'open' },
    },
  ];
  for (let trader = 0; trader < traders; trader += 1) {
    for (const [index, currency] of [btc, usdt].entries()) {
      const n = 2 * trader + index + 1;
      const credit = { user: userId(100_001 + trader), accountType: accountType.change, currency, source: 'bench', n };
      commands.push({ type: 'credit', ...credit, amount: amount(100_000_000_000_000) });
    }
  }
  for (const command of commands) await core.submit(command, { priority: 'system' });
}

/** Four small orders that rest, then one that takes four: one in five crosses, and the book stays as deep as it is. */
function restingAndCrossing(lane: number, turn: number): Command {
  // Each lane begins elsewhere in the round, so that a commit holds orders of both kinds.
  const crossing = (turn + lane) % 5 === 4;
  const side = (lane % 2 === 0) === crossing ? 'sell' : 'buy';
  const away = crossing ? -100 : 1 + (turn % 5);
  return place(lane, side, side === 'buy' ? 20_000 - away : 20_000 + away, crossing ? 4 : 1);
}

/** Sellers and buyers of the same price and size, by turns. */
function alternating(lane: number): Command {
  return place(lane, lane % 2 === 0 ? 'sell' : 'buy', 30_000, 1);
}

function place(lane: number, side: Side, price: number, quantity: number): Command {
  return {
    type: 'place_order',
    user: userId(100_001 + (lane % traders)),
    market: marketId(1),
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(price),
    quantity: lots(quantity),
    selfTradePrevention: null,
    clientOrderId: null,
    requestKey: null,
  };
}

/** Fills the book with orders that nobody meets. */
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
  if (found !== expected) throw new Error(`${expected} trades were answered, but the table holds ${found}.`);
}

/** Replays the whole journal, lets a snapshot be taken, and starts once more from that, with the open orders in it. */
async function recoveries(database: DatabaseSettings): Promise<Row[]> {
  const replay = await open(database);
  const { durationMs, replayedCommands } = replay.recovery;
  await replay.core.close();

  const snapshots = await open(database, { everyMs: 100, snapshotCommands: 1 });
  while ((await count(database, 'snapshots where verified')) === 0) await pause(100);
  await snapshots.core.close();

  const startedMs = performance.now();
  const restarted = await open(database);
  const restartMs = performance.now() - startedMs;
  const orders = [...restarted.exchange.openOrders()].length;
  await restarted.core.close();
  if (restarted.recovery.snapshotBatch === 0) throw new Error('The restart did not use the snapshot.');
  const alone = { peer: null, ratio: null };
  return [
    { ...alone, name: 'recovery', metric: 'replayed commands', value: replayedCommands, unit: '' },
    {
      ...alone,
      name: 'recovery',
      metric: 'a million commands',
      value: (durationMs / replayedCommands) * 1000,
      unit: 's',
    },
    { ...alone, name: 'restart', metric: 'open orders', value: orders, unit: '' },
    { ...alone, name: 'restart', metric: 'until the core is open', value: restartMs / 1000, unit: 's' },
  ];
}

async function count(database: DatabaseSettings, what: string): Promise<number> {
  const client = await openCoreConnection(database);
  const answer = await client.query<{ count: string }>(`select count(*) as count from ${what}`);
  await client.end();
  return Number(answer.rows[0]?.count);
}
