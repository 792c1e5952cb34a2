import { parseArgs } from 'node:util';
import { attack, describeAttack, faultsOf, type Inspection } from '@bourse/server/attack';
import { describeRebuild, rebuildProjections } from '@bourse/server/core';
import { type DatabaseSettings, startBundledPostgres } from '@bourse/server/database';
import pg from 'pg';
import { Venue } from './venue.ts';

/**
 * `npm run attack -- [--requests N] [--seed S]` sends hostile requests and messages, generated from the contract's
 * declarations, to a server of its own, and then verifies that nothing changed that must not. Prints what was sent and
 * answered; exits with 1 on any fault. `npm test` runs the same for a few seconds.
 */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = wholeNumber('requests', values.requests ?? '20000');
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));

/** Log levels from this one on report a fault. */
const faulty = 50;

say(`seed ${seed}, ${requests} requests and messages`);
const venue = await Venue.open({ simulator: false, environment: { LOG_LEVEL: 'info' } });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void venue.close().finally(() => process.exit(130)));
}
const beganMs = performance.now();
try {
  const before = await memory();
  const target = { url: venue.url, makeSeller, inspect, faults };
  const report = await attack(target, { requests, seed });
  for (const line of describeAttack(report)) say(line);
  say(`memory of the server: ${before} MB before, ${await memory()} MB after`);
  const found = faultsOf(report, seed);
  for (const fault of found) say(`\n${fault}`);
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  say(
    `${report.tally.sent} in ${seconds} s: ${found.length === 0 ? 'no faults' : `${found.length} FAULTS`} (seed ${seed})`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await venue.close();
}

async function makeSeller(account: string): Promise<void> {
  await besideTheServer(async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('update app.users set is_seller = true where email = $1', [account]);
    await client.end();
  });
}

async function inspect(): Promise<Inspection> {
  const quiet = (): undefined => undefined;
  const log = { info: quiet, warn: quiet, error: quiet };
  let inspection: Inspection = { differing: [], venue: [] };
  await besideTheServer(async (database) => {
    const report = await rebuildProjections({ database, mode: 'demo', nowMs: Date.now(), log });
    inspection = { differing: report.equal ? [] : describeRebuild(report), venue: report.venue };
  });
  return inspection;
}

/** Runs work on the running server's database; its PostgreSQL keeps running. */
async function besideTheServer(work: (database: DatabaseSettings) => Promise<void>): Promise<void> {
  if (venue.databaseUrl !== null) return work({ url: venue.databaseUrl });
  const postgres = await startBundledPostgres({ dataFolder: venue.dataDir });
  try {
    await work(postgres.settings);
  } finally {
    await postgres.stop();
  }
}

/** The resident memory of the server in megabytes, from its metrics. */
async function memory(): Promise<string> {
  const figures = await (await fetch(`${venue.url}/metrics`)).text();
  return (Number(/^process_resident_memory_bytes (\S+)$/m.exec(figures)?.[1] ?? NaN) / 1e6).toFixed(0);
}

function faults(): string[] {
  return venue.output.split('\n').filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= faulty);
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number up to 9999999, not ${JSON.stringify(text)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
