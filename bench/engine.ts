import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serverFlags } from '../scripts/server-flags.ts';
import { measurement, numberArgument, report } from './table.ts';
import type { StreamOptions } from './engine-stream.ts';
import type { Peer, Row } from './table.ts';

/**
 * `node bench/engine.ts [--operations N] [--seed S] [--rounds N] [--undisturbed] [--json FILE]`
 *
 * Runs seeded streams through the whole exchange ("apply": checks, exact ledger, fees, events that are read), through
 * its matching alone, and through two order books from npm, which match without accounts. In every round each engine
 * must produce the same trades, volume and resting quantity as the stream's own book; otherwise nothing is printed. The
 * median of the rounds counts. Each measurement runs in a separate process with the server's Node flags. With
 * `--undisturbed`, the shortest time of each batch of 64 operations in any round counts instead, for machines under
 * other load; this also excludes garbage collection pauses.
 */
const args = process.argv.slice(2);
const operations = numberArgument(args, 'operations', 1_000_000);
const seed = numberArgument(args, 'seed', 1);
const rounds = numberArgument(args, 'rounds', 5);

const npmPeers = ['nodejs-order-book', 'orderbook-match-engine'];

/**
 * Native engines on the mixed stream with 10 000 live orders, measured once on a similar machine (two cores of a shared
 * server).
 */
const nativePeers: readonly Peer[] = [
  { name: 'exchange-core (Java, matching only), 2026-11-21', value: 11_700_000 },
  { name: 'liquibook (C++), 2026-11-21', value: 1_700_000 },
  { name: 'viabtc (C, with balances), 2026-11-21', value: 330_000 },
];

const common = { seed, operations, users: 1000, markets: 1, kind: 'mixed' } as const;
const tenThousand: StreamOptions = { ...common, liveOrders: 10_000 };
const streams: readonly (readonly [name: string, stream: StreamOptions])[] = [
  ['1 k live orders', { ...common, liveOrders: 1000 }],
  ['10 k live orders', tenThousand],
  ['200 k live orders', { ...common, liveOrders: 200_000 }],
  ['3 M inserts', { ...common, liveOrders: 0, operations: 3 * operations, kind: 'inserts' }],
];

const rows: Row[] = [];
for (const [name, stream] of streams) rows.push(...throughput(name, stream));
rows.push(...beside('10 k live orders', tenThousand, '64 markets', { ...tenThousand, markets: 64 }));
rows.push(...singleCommands());
report(rows, args);

/** All engines on one stream, with our own compared with each of the others. */
function throughput(name: string, stream: StreamOptions): Row[] {
  const peers = npmPeers.map((peer) => ({ name: peer, value: operationsOf(peer, stream) }));
  const constants = stream === tenThousand ? nativePeers : [];
  const found = [...peers, ...constants].map((peer) => measurement(name, peer.name, peer.value, 'operations/s'));
  for (const own of ['matching alone', 'apply']) {
    const value = operationsOf(own, stream);
    for (const peer of [...peers, ...constants]) found.push(measurement(name, own, value, 'operations/s', peer));
  }
  return found;
}

/** Our own engines on one stream, compared with their result on another. */
function beside(peer: string, peerStream: StreamOptions, name: string, stream: StreamOptions): Row[] {
  return ['matching alone', 'apply'].map((own) => {
    const value = operationsOf(own, peerStream);
    return measurement(name, own, operationsOf(own, stream), 'operations/s', { name: peer, value });
  });
}

/** Single commands through `apply`: latency, hash time and garbage. */
function singleCommands(): Row[] {
  const name = 'apply, 10 k live orders';
  return [
    ...metrics('latency', () => 'µs'),
    ...metrics('hash', () => 'ns'),
    ...metrics('memory', (metric) =>
      metric.startsWith('heap') ? 'bytes' : metric.startsWith('collection time') ? 'ms' : '',
    ),
  ];

  function metrics(what: string, unitOf: (metric: string) => string): Row[] {
    const found = measure(what, 'apply', tenThousand);
    return [...found].map(([metric, value]) => measurement(name, metric, value, unitOf(metric)));
  }
}

function operationsOf(contestant: string, stream: StreamOptions): number {
  const metric = args.includes('--undisturbed') ? 'undisturbed' : 'operations';
  const value = measure('operations', contestant, stream).get(metric);
  if (value === undefined) throw new Error(`there is no measurement of ${contestant}`);
  return value;
}

/** Runs a measurement in a separate process and returns its values by metric. */
function measure(what: string, contestant: string, stream: StreamOptions): ReadonlyMap<string, number> {
  const program = fileURLToPath(new URL('engine-measure.ts', import.meta.url));
  const given = Object.entries({ contestant, rounds, ...stream }).filter(([, value]) => value !== 0);
  const options = given.flatMap(([name, value]) => [`--${name}`, String(value)]);
  const answer = execFileSync(process.execPath, [...serverFlags, program, what, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const metrics: unknown = JSON.parse(answer);
  if (typeof metrics !== 'object' || metrics === null) throw new Error(`${what} returned no measurements`);
  return new Map(Object.entries(metrics).map(([metric, value]) => [metric, Number(value)]));
}
