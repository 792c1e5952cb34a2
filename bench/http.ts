import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { header } from '@bourse/contract';
import { siteConfig } from '@bourse/contract/identity';
import { buyList, historyList, sellList } from '@bourse/contract/spot';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { openCoreConnection, startBundledPostgres, type DatabaseSettings } from '@bourse/server/database';
import { bareCommits } from './bare-commit.ts';
import { cpuPerOrder, cpuRows, readCpuTime, type CpuTime } from './cpu-time.ts';
import { httpLoad, jsonPost, type LoadResult } from './http-load.ts';
import { measurement, numberArgument, type Peer, report, type Row } from './table.ts';

/**
 * Durable orders per second through real HTTP, with sessions, holds and the full ledger, compared with a bare validated
 * Fastify POST in the same run; and the latency of single orders, compared with a bare commit. Only committed orders
 * count: at the end the run compares the exchange's number of orders and the table of trades with the acknowledged
 * answers, and fails when they differ.
 *
 * Options: `--seconds` per load, `--connections`, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 15);
const connections = numberArgument(args, 'connections', 64);

/** The maximum duration of the measurements that are precise enough in a short time. */
const shortSeconds = Math.min(seconds, 15);
const lotSize = 0.001;

/**
 * After some minutes a few users own too little of one currency or have too many open orders, so that their orders are
 * refused.
 */
const maxRefused = 0.005;

const bare = await runBare();
const rows: Row[] = [
  measurement('bare Fastify POST', 'answers', bare.answers / bare.seconds, '1/s'),
  measurement('bare Fastify POST', 'p99', bare.latency.p99, 'ms'),
];
for (const { name, stream } of [
  { name: 'orders, 20 % cross', stream: restingAndCrossing },
  { name: 'orders, all trade', stream: eachTrades },
]) {
  await withVenue(async (exchange) => {
    rows.push(...(await measureThroughput(name, stream, exchange)));
  });
}
await withVenue(async (exchange) => {
  rows.push(...(await measureIdle(exchange)));
});
report(rows, args);

interface Exchange {
  readonly venue: Venue;
  readonly people: readonly Client[];
  readonly database: DatabaseSettings;
}

type Stream = (connection: number, n: number) => { side: 'buy' | 'sell'; price: number; lots: number };

async function measureThroughput(name: string, stream: Stream, exchange: Exchange): Promise<Row[]> {
  const before = cpuTimeOf(exchange.venue);
  const load = await runOrders(exchange, stream, connections, seconds);
  const after = cpuTimeOf(exchange.venue);
  const { orders, trades } = await refuseMissing(exchange, load);
  const first = load.tenths[0] ?? 1;
  const last = load.tenths.at(-1) ?? 0;
  return [
    measurement(name, 'durable orders', orders / load.seconds, '1/s', barePeer(bare.answers / bare.seconds)),
    measurement(name, 'p50', load.latency.p50, 'ms', barePeer(bare.latency.p50)),
    measurement(name, 'p99', load.latency.p99, 'ms', barePeer(bare.latency.p99)),
    measurement(name, 'longest', load.latency.max, 'ms'),
    measurement(name, 'duration', load.seconds, 's'),
    measurement(name, 'orders', orders, 'orders'),
    measurement(name, 'refused', load.answers - orders, 'orders'),
    measurement(name, 'trades in the table', trades, 'trades'),
    measurement(name, 'trades per order', trades / orders, ''),
    measurement(name, 'first tenth', first, '1/s'),
    measurement(name, 'last tenth', last, '1/s'),
    measurement(name, 'last tenth ÷ first tenth', last / first, ''),
    ...(before === null || after === null ? [] : cpuRows(name, cpuPerOrder(before, after, load.answers))),
  ];
}

/** One order at a time on an otherwise idle server. */
async function measureIdle(exchange: Exchange): Promise<Row[]> {
  const commit = await bareCommits(exchange.database, shortSeconds / 2);
  const load = await runOrders(exchange, restingAndCrossing, 1, shortSeconds);
  await refuseMissing(exchange, load);
  const peer = 'bare commit';
  const name = 'one order at a time';
  return [
    measurement(peer, 'p50', commit.p50, 'ms'),
    measurement(peer, 'p99', commit.p99, 'ms'),
    measurement(name, 'p50', load.latency.p50, 'ms', { name: peer, value: commit.p50 }),
    measurement(name, 'p99', load.latency.p99, 'ms', { name: peer, value: commit.p99 }),
  ];
}

function barePeer(value: number): Peer {
  return { name: 'bare Fastify POST', value };
}

function cpuTimeOf({ processes: { server, postgres } }: Venue): CpuTime | null {
  return server === null || postgres === null ? null : readCpuTime(server, postgres);
}

/**
 * Four small resting orders, then one that takes four lots: every fifth order crosses, and the book keeps its depth.
 */
function restingAndCrossing(connection: number, n: number): ReturnType<Stream> {
  const buyer = connection % 2 === 0;
  const crossing = n % 5 === 4;
  const side = buyer === crossing ? 'sell' : 'buy';
  return {
    side,
    price: side === 'buy' ? (crossing ? 20_100 : 20_000 - (n % 5)) : crossing ? 19_900 : 20_001 + (n % 5),
    lots: crossing ? 4 : 1,
  };
}

/**
 * Half of the users buy and half sell one lot at the same price; they swap sides regularly so that no balance runs out.
 */
function eachTrades(connection: number, n: number): ReturnType<Stream> {
  return { side: (connection + Math.floor(n / 50)) % 2 === 0 ? 'buy' : 'sell', price: 20_000, lots: 1 };
}

/** Starts an exchange for this benchmark with one user per connection, and ends it afterwards. */
async function withVenue(work: (exchange: Exchange) => Promise<void>): Promise<void> {
  const venue = await Venue.open({ simulator: false });
  try {
    const config = await new Client(venue.url).call(siteConfig, {});
    const people: Client[] = [];
    for (let n = 0; n < connections; n++) {
      const client = new Client(venue.url);
      await client.join(`bench${n}@example.org`, config.default_invite_code);
      people.push(client);
    }
    if (venue.databaseUrl !== null) return await work({ venue, people, database: { url: venue.databaseUrl } });
    // PostgreSQL runs already; this only looks up its address.
    const postgres = await startBundledPostgres({ dataFolder: venue.dataDir });
    try {
      await work({ venue, people, database: postgres.settings });
    } finally {
      await postgres.stop();
    }
  } finally {
    await venue.close();
  }
}

async function runOrders({ venue, people }: Exchange, stream: Stream, width: number, length: number) {
  // There are few different orders, so each request is built once.
  const requests = people.map((client) => requestsOf(client.token));
  const next = (connection: number, n: number): Buffer => {
    const request = requests[connection];
    if (request === undefined) throw new Error(`There is no user for connection ${connection}.`);
    return request(stream(connection, n));
  };
  return httpLoad(Number(new URL(venue.url).port), width, length, next);
}

/** Returns a function that builds a user's order requests. */
function requestsOf(token: string): (order: ReturnType<Stream>) => Buffer {
  const known = new Map<string, Buffer>();
  return ({ side, price, lots }) => {
    const key = `${side} ${price} ${lots}`;
    let request = known.get(key);
    if (request === undefined) {
      const body = `{"currency_match_id":1,"number":"${(lots * lotSize).toFixed(3)}","price":"${price}"}`;
      const path = side === 'buy' ? '/api/tx_in/add' : '/api/tx_out/add';
      request = jsonPost(path, `${header.session}: ${token}\r\n`, body);
      known.set(key, request);
    }
    return request;
  };
}

/**
 * Checks that the exchange knows every acknowledged order, and that the table of trades contains exactly the
 * acknowledged quantity.
 *
 * @returns the number of accepted orders, and of trades in the table
 */
async function refuseMissing(
  { people, database }: Exchange,
  load: LoadResult,
): Promise<{ readonly orders: number; readonly trades: number }> {
  let known = 0;
  for (const client of people) {
    for (const list of [buyList, sellList, historyList]) known += (await client.call(list, { limit: 1 })).total;
  }
  const orders = load.codes.get('1') ?? 0;
  const refused = load.codes.get('0') ?? 0;
  if (orders + refused !== load.answers || refused > maxRefused * load.answers || known !== orders) {
    const codes = JSON.stringify([...load.codes]);
    throw new Error(`${load.answers} answers, codes ${codes}, but the exchange knows ${known} orders.`);
  }
  const connection = await openCoreConnection(database);
  const answer = await connection.query<{ trades: string; base: string }>(
    `select count(*) as trades, coalesce(sum(base_amount), 0) / 10 ^ 8 as base from trades where market_id = 1`,
  );
  await connection.end();
  const base = Number(answer.rows[0]?.base);
  if (Math.abs(base - load.taken) > lotSize / 2) {
    throw new Error(`${load.taken} was acknowledged as traded, but the table of trades contains ${base}.`);
  }
  return { orders, trades: Number(answer.rows[0]?.trades) };
}

async function runBare(): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-fastify.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', () => reject(new Error('The baseline server did not start')));
    });
    const request = jsonPost('/api/tx_in/add', '', '{"currency_match_id":1,"number":"0.001","price":"20000"}');
    return await httpLoad(Number(new URL(address).port), connections, shortSeconds, () => request);
  } finally {
    child.kill('SIGTERM');
  }
}
