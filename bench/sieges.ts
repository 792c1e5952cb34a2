import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { conforms } from '@bourse/contract';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, buyCancel } from '@bourse/contract/spot';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { Type } from 'typebox';
import { readCpuTime } from './cpu-time.ts';
import { holdPositions } from './siege-positions.ts';
import { measurement, numberArgument, report, type Row, textArgument } from './table.ts';

/**
 * Load and abuse from other networks: the latency of orders and cancels before and during each siege in the same run,
 * the processor time of the server's main thread, its memory, and the commands in its journal. The server keeps its
 * default limits. The attackers are a separate program at the lowest priority, because in reality they would run on
 * other machines. Only Linux answers on the loopback addresses they connect from.
 *
 * Options: `--seconds` per phase, `--kind` for a single siege, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 8);
const only = textArgument(args, 'kind');

const kinds = [
  'slow heads',
  'slow bodies',
  'half-open',
  'never read',
  'sockets that never read',
  'connects',
  'requests',
  'pipelined requests',
  'socket messages',
  'socket pings',
  'longest reads',
  'refused commands',
  'own positions',
];

/** Number of trading users, and the interval between a user's orders: far below their limits. */
const traders = 8;
const everyMs = 40;

/** Number of users who attack with commands of their own. */
const attackers = 8;

const Counts = Type.Record(Type.String(), Type.Number());

const folder = await mkdtemp(join(tmpdir(), 'bourse-sieges-'));
const indexFile = join(folder, 'prices.json');
await writeFile(indexFile, JSON.stringify({ BTC: '65000' }));
const rows: Row[] = [];
for (const kind of kinds.filter((name) => only === null || name === only)) {
  const venue = await Venue.open({ simulator: false, environment: { RATE_LIMITS: '1', INDEX_FILE: indexFile } });
  try {
    rows.push(...(await measure(kind, venue)));
  } finally {
    await venue.close();
  }
}
await rm(folder, { recursive: true });
report(rows, args);

async function measure(kind: string, venue: Venue): Promise<Row[]> {
  const people = await gather(venue.url);
  const members = people.slice(0, traders);
  const others = people.slice(traders);
  if (kind === 'own positions') await Promise.all(others.map(holdPositions));
  // Compile the code, which makes the first orders slow.
  await trade(members, 3);
  const quiet = await observe(venue, () => trade(members, seconds));
  const tokens = others.map(({ token }) => token);
  const endAttack = await startAttackers(kind, Number(new URL(venue.url).port), tokens);
  const underSiege = await observe(venue, () => trade(members, seconds));
  const did = await endAttack();
  await pause(2_000);
  const { resident: left } = await figures(venue);
  const peer = (of: keyof Latencies) => ({ name: 'before', value: quiet[of] });
  return [
    measurement(kind, 'order latency p50', underSiege.orderP50, 'ms', peer('orderP50')),
    measurement(kind, 'order latency p99', underSiege.orderP99, 'ms', peer('orderP99')),
    measurement(kind, 'cancel latency p50', underSiege.cancelP50, 'ms', peer('cancelP50')),
    measurement(kind, 'cancel latency p99', underSiege.cancelP99, 'ms', peer('cancelP99')),
    measurement(kind, 'orders refused or lost', underSiege.lost, 'orders'),
    measurement(kind, 'main thread, before', quiet.busy * 100, '%'),
    measurement(kind, 'main thread, during', underSiege.busy * 100, '%'),
    measurement(kind, 'memory, before', quiet.memory, 'MB'),
    measurement(kind, 'memory, maximum during', underSiege.memory, 'MB'),
    measurement(kind, 'memory, 2 s after', left, 'MB'),
    measurement(kind, 'heap, growth during', underSiege.heapGrowth, 'MB', { name: 'before', value: quiet.heapGrowth }),
    measurement(kind, 'commands journaled, before', quiet.commands, 'commands'),
    measurement(kind, 'commands journaled, during', underSiege.commands, 'commands'),
    ...Object.entries(did).map(([what, count]) => measurement(kind, `attackers: ${what}`, count, '')),
  ];
}

async function gather(url: string): Promise<Client[]> {
  const { default_invite_code: invitation } = await new Client(url).call(siteConfig, {});
  const people: Client[] = [];
  for (let n = 0; n < traders + attackers; n += 1) {
    const client = new Client(url);
    await client.join(`siege${n}@example.org`, invitation);
    people.push(client);
  }
  return people;
}

/** Latencies in milliseconds. */
interface Latencies {
  readonly orderP50: number;
  readonly orderP99: number;
  readonly cancelP50: number;
  readonly cancelP99: number;
}

interface Trading extends Latencies {
  readonly lost: number;
}

/** Places orders that rest at a fixed rate, without waiting for late answers, and cancels each of them. */
async function trade(people: readonly Client[], length: number): Promise<Trading> {
  const placing: number[] = [];
  const cancelling: number[] = [];
  let lost = 0;
  const order = { currency_match_id: 1, number: '0.001', price: '20000' };
  const timed = async <Result>(times: number[], call: Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await call;
    times.push(performance.now() - began);
    return result;
  };
  const place = async (client: Client): Promise<void> => {
    try {
      const { id } = await timed(placing, client.call(buyAdd, order));
      await timed(cancelling, client.call(buyCancel, { id }));
    } catch {
      lost += 1;
    }
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < length * 1_000; n += 1) {
    const client = people[n % people.length];
    if (client !== undefined) under.push(place(client));
    await pause(Math.max(0, began + ((n + 1) * everyMs) / people.length - performance.now()));
  }
  await Promise.all(under);
  return {
    orderP50: quantile(placing, 0.5),
    orderP99: quantile(placing, 0.99),
    cancelP50: quantile(cancelling, 0.5),
    cancelP99: quantile(cancelling, 0.99),
    lost,
  };
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN;
}

interface Observed extends Trading {
  readonly memory: number;
  readonly heapGrowth: number;
  readonly commands: number;
  readonly busy: number;
}

async function observe(venue: Venue, work: () => Promise<Trading>): Promise<Observed> {
  const { server, postgres } = venue.processes;
  const cpu = (): number =>
    server === null || postgres === null ? NaN : (readCpuTime(server, postgres)?.mainThread ?? NaN);
  let most = 0;
  const looking = setInterval(() => {
    void figures(venue).then(
      ({ resident }) => (most = Math.max(most, resident)),
      () => undefined,
    );
  }, 500);
  const first = await figures(venue);
  const [beganMs, before] = [performance.now(), cpu()];
  const trading = await work();
  const busy = (cpu() - before) / 1_000 / (performance.now() - beganMs);
  clearInterval(looking);
  const last = await figures(venue);
  return {
    ...trading,
    memory: most,
    busy,
    heapGrowth: last.heap - first.heap,
    commands: last.sequence - first.sequence,
  };
}

interface Figures {
  /** Resident memory and used heap in megabytes. */
  readonly resident: number;
  readonly heap: number;
  readonly sequence: number;
}

/** The server's figures from its metrics. */
async function figures(venue: Venue): Promise<Figures> {
  const metrics = await (await fetch(`${venue.url}/metrics`)).text();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);
  return {
    resident: read('process_resident_memory_bytes') / 1e6,
    heap: read('nodejs_heap_size_used_bytes') / 1e6,
    sequence: read('bourse_sequence'),
  };
}

/** Starts the attackers; the returned function ends them and returns their counters. */
async function startAttackers(
  kind: string,
  port: number,
  tokens: readonly string[],
): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const program = fileURLToPath(new URL('siege-attackers.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [program, '--kind', kind, '--port', String(port), '--tokens', tokens.join(',')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  const begun = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    begun.resolve();
  });
  child.once('exit', () => {
    begun.reject(new Error('The attackers did not start.'));
  });
  await begun.promise;
  await pause(1_000);
  return async () => {
    if (child.exitCode !== null) throw new Error('The attackers exited early.');
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    const did: unknown = JSON.parse(lines.at(-1) ?? '{}');
    if (!conforms(Counts, did)) throw new Error(`Unexpected output of the attackers: ${lines.join(' ')}`);
    return did;
  };
}
