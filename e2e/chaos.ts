import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeRebuild, rebuildProjections, takeSnapshotInThread, type CoreLog } from '@bourse/server/core';
import { openCoreConnection, startBundledPostgres, type DatabaseSettings } from '@bourse/server/database';
import { userInfo } from '@bourse/contract/identity';
import { openAgency } from './agency.ts';
import { ChainFileReader } from './chain-record.ts';
import { drawRound } from './chaos-rounds.ts';
import { coinsOf, isQuiet } from './coins.ts';
import { StaffSession } from './staff-session.ts';
import { allContracts } from './contracts.ts';
import { answersTo, crowdSettings, repeatRequests, registerUsers, type Person } from './crowd.ts';
import { startMoving } from './moving-index.ts';
import { allPositions } from './positions.ts';
import { products, type Product } from './products.ts';
import { reconciliationDifferences } from './reconciliation.ts';
import { seededChance } from './seeded-chance.ts';
import { setSite } from './site-settings.ts';
import { allOrders, differences } from './verification.ts';
import { Venue } from './venue.ts';

/**
 * `npm run chaos -- --kills N [--seed S]` lets users, half of them brought in by an agent, trade, with leverage and
 * seconds contracts too, and peer to peer, convert, deposit, withdraw and send coins to one another, while the server,
 * the signer and the bundled PostgreSQL are killed with SIGKILL, also during start and recovery. After each round every
 * acknowledged answer is compared with the exchange's data and with the demo chain, and staff reconcile; at the end
 * projections and state are compared with a rebuild from the journal. Exits with 1 on any difference.
 */
const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const wanted = wholeNumber('kills', values.kills ?? '20');
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));

/** Every user's ledger is verified in full, so more users only make a run longer. */
const people = 12;
/** Every fifth restart recovers from a new snapshot; the others replay from the previous one. */
const snapshotEvery = 5;
/** A withdrawal that was cancelled after it was sent waits for 64 blocks of 3 seconds. */
const quietWithinMs = 300_000;

const random = seededChance(seed);
const startedMs = performance.now();
const tally = { rounds: 0, kills: 0, asked: 0, restartMs: 0, snapshots: 0, byName: new Map<string, number>() };
const log: CoreLog = { info: () => undefined, warn: tell, error: tell };

say(`seed ${seed}, ${wanted} kills, ${people} users`);
const folder = mkdtempSync(join(tmpdir(), 'bourse-chaos-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const index = await startMoving(folder, seededChance(seed));
const venue = await Venue.open({
  simulator: false,
  // A session of staff stays valid as long as the console keeps its address.
  environment: { INDEX_FILE: index.file, CONSOLE_LISTEN: `127.0.0.1:${await freePort()}` },
});
const chainFile = new ChainFileReader(venue.dataDir);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void venue.close().finally(() => process.exit(130)));
}
process.exitCode = await run().catch((fault: unknown) => {
  say(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
  return 1;
});
if (process.exitCode !== 0) {
  say(`FAILED with seed ${seed}; the data is kept in ${venue.dataDir}`);
  say(`the last output of the server:\n${venue.output.split('\n').slice(-20).join('\n')}`);
}
await venue.close(process.exitCode === 0 ? 'removed' : 'kept');
await index.stop();

async function run(): Promise<number> {
  // A load has as many withdrawals as months of use, and all of them are approved by program.
  const limits = {
    draw_auto_usd: 1_000_000_000,
    draw_day_usd_2: 1_000_000_000,
    codes_per_hour: 10_000,
    send_lookups: 1_000,
    send_day_count: 1_000,
    send_new_usd: 1_000_000,
  };
  await setSite(venue, { ...crowdSettings, ...limits });
  const agent = await openAgency(venue);
  const crowd = await registerUsers(venue.url, people, (await agent.call(userInfo, {})).invite_code);
  const staff = await StaffSession.enrol(venue, 'chaos@venue.example', 'admin', 'finance', 'risk');
  let found: string[] = [];
  while (tally.kills < wanted && found.length === 0) {
    found = await playRound(crowd, staff);
    for (const sentence of found) say(`  ${sentence}`);
  }
  if (found.length === 0) {
    found = await differencesInQuiet(crowd, staff);
    for (const sentence of found) say(`  in quiet: ${sentence}`);
  }
  const triggeredStops = await triggeredOf(crowd);
  const ended = await endsOf(crowd);
  const sameAsJournal = await compareWithJournal();
  say(
    `${tally.kills} kills in ${tally.rounds} rounds, ${answersTo(crowd)} answers, ${tally.asked} repeated requests, ` +
      `${ordersOf(crowd)} orders, ${tally.snapshots} snapshots, ${seconds(startedMs)} s`,
  );
  say(`  ${products.map((one) => `${madeOf(crowd, one)} ${one.name}`).join(', ')}`);
  say(
    `  ${stopsOf(crowd)} stop orders, ${triggeredStops} of them triggered; ` +
      `${carried(crowd, 'socket')} of the answers came over the socket, ${carried(crowd, 'batch')} were entries of batches`,
  );
  say(`  contracts: ${listed(ended.contracts)}; positions: ${listed(ended.positions)}`);
  say(`  deposits: ${listed(ended.deposits)}; withdrawals: ${listed(ended.withdrawals)}`);
  for (const [name, kills] of tally.byName) say(`  ${kills} kills: ${name}`);
  const right = found.length === 0 && sameAsJournal;
  say(right ? 'Nothing lost, nothing duplicated, no differences.' : `Differences found; repeat with --seed ${seed}.`);
  return right ? 0 : 1;
}

/** One round of load, kills, restart and verification. Returns a sentence for each difference. */
async function playRound(crowd: readonly Person[], staff: StaffSession): Promise<string[]> {
  const roundMs = performance.now();
  const answersBefore = answersTo(crowd);
  tally.rounds += 1;
  const round = drawRound(venue, wanted - tally.kills, random);
  const beforeRestart = tally.rounds % snapshotEvery === 0 && venue.ownsPostgres ? takeOnlySnapshot : null;
  await round.run({ venue, crowd, seed, round: tally.rounds, random, beforeRestart });
  await venue.whenReady();
  const again = await repeatRequests(crowd);
  const found = [
    ...again.differences,
    ...(await differences(crowd, chainFile)),
    ...(await reconciliationDifferences(staff, false)),
  ];
  tally.kills += round.kills;
  tally.asked += again.asked;
  tally.byName.set(round.name, (tally.byName.get(round.name) ?? 0) + round.kills);
  say(
    `round ${tally.rounds}, kill ${tally.kills} of ${wanted}: ${round.name}; ${answersTo(crowd) - answersBefore} answers, ` +
      `${again.asked} repeated requests, ${seconds(roundMs)} s: ${found.length === 0 ? 'no differences' : `${found.length} DIFFERENCES`}`,
  );
  return found;
}

/** The differences once every withdrawal has ended and every deposit is final. */
async function differencesInQuiet(crowd: readonly Person[], staff: StaffSession): Promise<string[]> {
  const loud = new Set(crowd);
  for (const deadline = performance.now() + quietWithinMs; loud.size > 0; await pause(500)) {
    for (const person of loud) if (isQuiet(await coinsOf(person.client))) loud.delete(person);
    if (performance.now() > deadline) return [...loud].map(({ name }) => `${name}: coins are still under way`);
  }
  return [...(await differences(crowd, chainFile)), ...(await reconciliationDifferences(staff, true))];
}

/**
 * Replaces all snapshots by a new one. Restarts then recover from it, and a demo, which prunes its journal up to the
 * second-newest snapshot, keeps the journal complete for the rebuild. Half of the snapshots are aborted at a random
 * moment and must leave no trace.
 */
async function takeOnlySnapshot(): Promise<void> {
  await onStoppedVenue(async (database) => {
    const client = await openCoreConnection(database);
    await client.query('delete from snapshots');
    await client.query('delete from snapshot_chunks');
    await client.end();
    const breakOff = random() < 0.5 ? AbortSignal.timeout(Math.floor(random() * 400)) : undefined;
    await takeSnapshotInThread(database, log, breakOff).then(
      () => (tally.snapshots += 1),
      (fault: unknown) => {
        if (breakOff?.aborted !== true) throw fault;
      },
    );
  });
}

/** Stops the venue cleanly and compares tables and state with a rebuild from the journal. */
async function compareWithJournal(): Promise<boolean> {
  await venue.end('SIGTERM');
  let same = false;
  await onStoppedVenue(async (database) => {
    const report = await rebuildProjections({ database, mode: 'demo', nowMs: Date.now(), log });
    for (const line of describeRebuild(report)) say(line);
    same = report.equal;
  });
  return same;
}

/** Runs work on the database while no server runs. A bundled PostgreSQL is stopped cleanly afterwards. */
async function onStoppedVenue(work: (database: DatabaseSettings) => Promise<void>): Promise<void> {
  if (venue.databaseUrl !== null) return work({ url: venue.databaseUrl });
  const postgres = await startBundledPostgres({ dataFolder: venue.dataDir });
  try {
    await work(postgres.settings);
  } finally {
    await postgres.stop();
  }
}

function carried(crowd: readonly Person[], how: 'socket' | 'batch'): number {
  return crowd.reduce((sum, { ledger }) => sum + ledger.carried[how], 0);
}

function stopsOf(crowd: readonly Person[]): number {
  return crowd.reduce(
    (sum, { ledger }) => sum + [...ledger.placed.values()].filter(({ placement }) => placement.stop !== null).length,
    0,
  );
}

/** The number of stop orders of all users that were triggered. */
async function triggeredOf(crowd: readonly Person[]): Promise<number> {
  let triggered = 0;
  for (const { client } of crowd) {
    const orders = [...(await allOrders(client, () => undefined)).values()].filter(
      ({ stop_price }) => stop_price !== null,
    );
    triggered += orders.filter(
      ({ status, transacted_amount }) => status === 'submitted' || Number(transacted_amount) > 0,
    ).length;
  }
  return triggered;
}

/** The numbers of contracts, positions and movements of coins of all users by the way in which they ended. */
async function endsOf(crowd: readonly Person[]) {
  const ends = () => new Map<string, number>();
  const [contracts, positions, deposits, withdrawals] = [ends(), ends(), ends(), ends()];
  const count = (ended: Map<string, number>, end: string | null): void => {
    ended.set(end ?? 'open', (ended.get(end ?? 'open') ?? 0) + 1);
  };
  for (const { client } of crowd) {
    for (const { result } of await allContracts(client)) count(contracts, result);
    for (const { close_reason, revoke_reason } of (await allPositions(client)).values()) {
      count(positions, close_reason ?? revoke_reason);
    }
    const coins = await coinsOf(client);
    for (const { status } of coins.deposits) count(deposits, status);
    for (const { reason, status } of coins.withdrawals)
      count(withdrawals, reason === null ? status : `${status} (${reason})`);
  }
  return { contracts, positions, deposits, withdrawals };
}

function listed(ends: ReadonlyMap<string, number>): string {
  return [...ends].map(([end, number]) => `${number} ${end}`).join(', ');
}

function ordersOf(crowd: readonly Person[]): number {
  return crowd.reduce((sum, { ledger }) => sum + ledger.placed.size, 0);
}

function madeOf(crowd: readonly Person[], { counts }: Product): number {
  return crowd.reduce((sum, { ledger }) => sum + counts(ledger).made, 0);
}

/** A port of this machine that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number up to 999999, not ${JSON.stringify(text)}`);
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}

function tell(details: object, message: string): void {
  say(`${message} ${JSON.stringify(details)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
