import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { conforms } from '@bourse/contract';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd } from '@bourse/contract/spot';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { Type } from 'typebox';
import { readCpuTime } from './cpu-time.ts';
import { measurement, numberArgument, report, type Row, textArgument } from './table.ts';

/**
 * Load and abuse from other networks: order latency before and during each siege in the same run, the processor time
 * of the server's main thread, and its memory. The server keeps its default limits. The attackers are a separate
 * program at the lowest priority, because in reality they would run on other machines. Only Linux answers on the
 * loopback addresses they connect from.
 *
 * Options: `--seconds` per phase, `--kind` for a single siege, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 8);
const only = textArgument(args, 'kind');

const kinds = [
  ...['slow heads', 'slow bodies', 'half-open', 'never read', 'sockets that never read'],
  ...['connects', 'requests', 'pipelined requests', 'socket messages', 'socket pings'],
];

/** Number of trading users, and the interval between a user's orders: far below their limits. */
const traders = 8;
const everyMs = 40;

const Counts = Type.Record(Type.String(), Type.Number());

const rows: Row[] = [];
for (const kind of kinds.filter((name) => only === null || name === only)) {
  const venue = await Venue.open({ simulator: false, environment: { RATE_LIMITS: '1' } });
  try {
    rows.push(...(await measure(kind, venue)));
  } finally {
    await venue.close();
  }
}
report(rows, args);

async function measure(kind: string, venue: Venue): Promise<Row[]> {
  const people = await gather(venue.url);
  // Compile the code, which makes the first orders slow.
  await trade(people, 3);
  const quiet = await observe(venue, () => trade(people, seconds));
  const endAttack = await startAttackers(kind, Number(new URL(venue.url).port));
  const underSiege = await observe(venue, () => trade(people, seconds));
  const did = await endAttack();
  await pause(2_000);
  const left = await memory(venue);
  const peer = (of: 'p50' | 'p99') => ({ name: 'before', value: quiet[of] });
  return [
    measurement(kind, 'order latency p50', underSiege.p50, 'ms', peer('p50')),
    measurement(kind, 'order latency p99', underSiege.p99, 'ms', peer('p99')),
    measurement(kind, 'orders refused or lost', underSiege.lost, 'orders'),
    measurement(kind, 'main thread, before', quiet.busy * 100, '%'),
    measurement(kind, 'main thread, during', underSiege.busy * 100, '%'),
    measurement(kind, 'memory, before', quiet.memory, 'MB'),
    measurement(kind, 'memory, maximum during', underSiege.memory, 'MB'),
    measurement(kind, 'memory, 2 s after', left, 'MB'),
    ...Object.entries(did).map(([what, count]) => measurement(kind, `attackers: ${what}`, count, '')),
  ];
}

async function gather(url: string): Promise<Client[]> {
  const { default_invite_code: invitation } = await new Client(url).call(siteConfig, {});
  const people: Client[] = [];
  for (let n = 0; n < traders; n += 1) {
    const client = new Client(url);
    await client.join(`siege${n}@example.org`, invitation);
    people.push(client);
  }
  return people;
}

interface Trading {
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
}

/** Places orders at a fixed rate, without waiting for late answers. */
async function trade(people: readonly Client[], length: number): Promise<Trading> {
  const times: number[] = [];
  let lost = 0;
  const order = { currency_match_id: 1, number: '0.001', price: '20000', time_in_force: 'ioc' };
  const place = async (client: Client): Promise<void> => {
    const began = performance.now();
    await client.call(buyAdd, order).then(
      () => times.push(performance.now() - began),
      () => (lost += 1),
    );
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < length * 1_000; n += 1) {
    const client = people[n % people.length];
    if (client !== undefined) under.push(place(client));
    await pause(Math.max(0, began + ((n + 1) * everyMs) / people.length - performance.now()));
  }
  await Promise.all(under);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), lost };
}

async function observe(
  venue: Venue,
  work: () => Promise<Trading>,
): Promise<Trading & { readonly memory: number; readonly busy: number }> {
  const { server, postgres } = venue.processes;
  const cpu = (): number =>
    server === null || postgres === null ? NaN : (readCpuTime(server, postgres)?.mainThread ?? NaN);
  let most = 0;
  const looking = setInterval(() => {
    void memory(venue).then(
      (now) => (most = Math.max(most, now)),
      () => undefined,
    );
  }, 500);
  const [beganMs, before] = [performance.now(), cpu()];
  const trading = await work();
  const busy = (cpu() - before) / 1_000 / (performance.now() - beganMs);
  clearInterval(looking);
  return { ...trading, memory: most, busy };
}

/** The server's resident memory in megabytes, from its metrics. */
async function memory(venue: Venue): Promise<number> {
  const metrics = await (await fetch(`${venue.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? NaN) / 1e6;
}

/** Starts the attackers; the returned function ends them and returns their counters. */
async function startAttackers(kind: string, port: number): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const program = fileURLToPath(new URL('siege-attackers.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--kind', kind, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
