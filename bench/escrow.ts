import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountType, amount, type Command, currencyId, type Event, userId } from '@bourse/engine';
import { escrowNumber, offerId } from '@bourse/engine/escrow';
import { stored } from '@bourse/server';
import type { Core } from '@bourse/server/core';
import {
  type DatabaseSettings,
  openCoreConnection,
  prepareDatabase,
  startBundledPostgres,
} from '@bourse/server/database';
import { openQuietly, restingAndCrossing, setUp, traders } from './core-load.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * Many escrows whose windows end at once, in the core without HTTP, on the bundled PostgreSQL with fsync: the latency
 * of spot orders before and while they are worked, in the same run, and escrows worked beside escrows opened per
 * second. Orders come at a fixed rate and do not wait for late answers. Unpaid escrows time out; paid ones whose seller
 * stays silent are released. Fails when the tables do not contain the end of every escrow.
 *
 * Options: `--escrows` of a round, `--rounds` of each kind, `--rate` orders per second, `--window` seconds of an
 * escrow, `--json FILE`.
 */
const args = process.argv.slice(2);
const escrows = numberArgument(args, 'escrows', 10_000);
const rounds = numberArgument(args, 'rounds', 3);
const rate = numberArgument(args, 'rate', 1_000);
/** In this time all escrows of a round are opened, and the orders before their end are measured. */
const windowMs = 1_000 * numberArgument(args, 'window', 15);

const quietMs = 3_000;
const lanes = 64;
const seller = userId(900_001);
const coin = currencyId(2);
const hash = 'a1'.repeat(32);
const kinds = ['unpaid', 'silent'] as const;
type Kind = (typeof kinds)[number];

/** The escrows that have ended, and how many did so with one command and one commit at most. */
interface Ended {
  count: number;
  mostOfCommand: number;
  mostOfCommit: number;
  lastAtMs: number;
}

const ended: Ended = { count: 0, mostOfCommand: 0, mostOfCommit: 0, lastAtMs: 0 };
let opened = 0;
let turns = 0;

const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const postgres = await startBundledPostgres({ dataFolder: folder });
try {
  await prepareDatabase(postgres.settings, { live: true, stored });
  report(await measure(postgres.settings), args);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Round {
  readonly quiet: readonly number[];
  readonly during: readonly number[];
  readonly openedPerSecond: number;
  readonly workedPerSecond: number;
}

async function measure(database: DatabaseSettings): Promise<Row[]> {
  const { core, exchange } = await openQuietly(database);
  core.onCommitted(({ commands }) => {
    const counts = commands.map(({ events }) => events.filter(isEnd).length);
    const sum = counts.reduce((all, count) => all + count, 0);
    if (sum === 0) return;
    ended.count += sum;
    ended.mostOfCommand = Math.max(ended.mostOfCommand, ...counts);
    ended.mostOfCommit = Math.max(ended.mostOfCommit, sum);
    ended.lastAtMs = performance.now();
  });
  await setUp(core);
  await fund(core);
  const rows: Row[] = [];
  for (const kind of kinds) {
    const done: Round[] = [];
    // The first round compiles the code and is not counted.
    for (let round = 0; round <= rounds; round += 1) done.push(await flood(core, kind));
    rows.push(...rowsOf(kind, done.slice(1)));
  }
  exchange.audit();
  await core.close();
  await refuseMissing(database);
  return rows;
}

/** The escrows of one kind, which all end at the same time while orders come. */
async function flood(core: Core, kind: Kind): Promise<Round> {
  const [first, before] = [opened + 1, ended.count];
  Object.assign(ended, { mostOfCommand: 0, mostOfCommit: 0 });
  opened += escrows;
  const startMs = performance.now();
  const endMs = Date.now() + windowMs;
  let next = first;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let n = next++; n < first + escrows; n = next++) await open(core, kind, n, endMs);
    }),
  );
  const openingMs = performance.now() - startMs;
  const leftMs = endMs - Date.now();
  if (leftMs < quietMs) throw new Error(`Opening ${escrows} escrows took ${openingMs} ms, which is too long.`);
  await pause(leftMs - quietMs);
  const quiet = await trade(core, () => Date.now() < endMs);
  const dueMs = performance.now();
  const during = await trade(core, () => ended.count < before + escrows);
  return {
    quiet,
    during,
    openedPerSecond: (1_000 * escrows) / openingMs,
    workedPerSecond: (1_000 * escrows) / (ended.lastAtMs - dueMs),
  };
}

async function open(core: Core, kind: Kind, n: number, endMs: number): Promise<void> {
  const buyer = userId(1_000_000 + n);
  const leftMs = endMs - Date.now();
  // A paid escrow is delayed after a second, and its seller's silence takes effect at the end.
  await submit(core, {
    type: 'open_escrow',
    user: buyer,
    n: escrowNumber(n),
    offer: offerId(1),
    seller,
    buyer,
    currency: coin,
    amount: amount(1_000),
    feePpm: 1_000,
    windowMs: leftMs,
    appealMs: 0,
    delayMs: 1_000,
    autoMs: Math.max(1_000, leftMs - 1_000),
    matureMs: 86_400_000,
    autoMatureMs: 259_200_000,
    onSilence: 'release',
    terms: hash,
    unpaidLimit: 1,
    openLimit: 1,
    requestKey: null,
  });
  if (kind === 'unpaid') return;
  await submit(core, { type: 'pay_escrow', user: buyer, n: escrowNumber(n), voucher: hash, requestKey: null });
}

/** Sends orders at the fixed rate while it is time, and returns their latencies. */
async function trade(core: Core, isTime: () => boolean): Promise<readonly number[]> {
  const latencies: number[] = [];
  const sent: Promise<void>[] = [];
  const startMs = performance.now();
  while (isTime()) {
    const wanted = Math.ceil(((performance.now() - startMs) * rate) / 1_000);
    while (sent.length < wanted) {
      turns += 1;
      // An order that should have been sent earlier has waited since then.
      const dueMs = startMs + (1_000 * sent.length) / rate;
      const order = restingAndCrossing(turns % traders, Math.floor(turns / traders));
      sent.push(submit(core, order).then(() => void latencies.push(performance.now() - dueMs)));
    }
    await pause(1);
  }
  await Promise.all(sent);
  return latencies;
}

async function submit(core: Core, command: Command): Promise<void> {
  const { events } = await core.submit(command);
  for (const event of events) {
    if (event.type === 'rejected') throw new Error(`A command was rejected: ${JSON.stringify(event)}`);
  }
}

/** The coins of an offer that suffices for all rounds. */
async function fund(core: Core): Promise<void> {
  const coins = amount(1_000 * escrows * (rounds + 1) * kinds.length);
  const to = { user: seller, accountType: accountType.legal, currency: coin, source: 'seller', n: 1 };
  await submit(core, { type: 'credit', ...to, amount: coins });
  const offer = { offer: offerId(1), currency: coin, amount: coins, limit: 1, requestKey: null };
  await submit(core, { type: 'fund_offer', user: seller, ...offer });
}

function isEnd({ type }: Event): boolean {
  return type === 'escrow_returned' || type === 'escrow_released';
}

function rowsOf(kind: Kind, done: readonly Round[]): Row[] {
  const name = `${escrows} ${kind} escrows due at once`;
  const quiet = done.flatMap((round) => round.quiet).toSorted((a, b) => a - b);
  const during = done.flatMap((round) => round.during).toSorted((a, b) => a - b);
  const latency = (metric: string, share: number): Row => {
    const at = (sorted: readonly number[]): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return measurement(name, `order, ${metric}`, at(during), 'ms', { name: 'before', value: at(quiet) });
  };
  const openedPerSecond = median(done.map((round) => round.openedPerSecond));
  return [
    latency('p50', 0.5),
    latency('p99', 0.99),
    latency('longest', 1),
    measurement(name, 'orders, before', quiet.length, ''),
    measurement(name, 'orders, during', during.length, ''),
    measurement(name, 'escrows worked', median(done.map((round) => round.workedPerSecond)), '/s', {
      name: 'escrows opened',
      value: openedPerSecond,
    }),
    measurement(name, 'most escrows with one command', ended.mostOfCommand, ''),
    measurement(name, 'most escrows with one commit', ended.mostOfCommit, ''),
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function refuseMissing(database: DatabaseSettings): Promise<void> {
  const client = await openCoreConnection(database);
  const answer = await client.query<{ count: string }>(
    `select count(*) as count from escrows where step in ('returned', 'released')`,
  );
  await client.end();
  const found = Number(answer.rows[0]?.count);
  if (found !== opened) throw new Error(`${opened} escrows were opened, but the table has the end of ${found}.`);
}
