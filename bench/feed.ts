import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, sellAdd } from '@bourse/contract/spot';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { readCpuTime } from './cpu-time.ts';
import { BareServer, Crowd, type Delays, Reader } from './feed-crowd.ts';
import { trade } from './feed-trader.ts';
import type { Update } from './feed-updates.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * The socket of a real server with many clients: 1 000 and 5 000 clients subscribe to one market (book, trades, ticker
 * and candles) in which 50 orders per second trade. The unit is an **update**: one change in one channel, that is, an
 * order's change of the book, a trade, or a new state of a ticker or a candle. The result is updates per second of the
 * server process's total processor time, compared with a bare `ws` loop that in the same run sends each update as a
 * separate message. Every client must receive the same bytes as a reader that checks each sequence and trade; otherwise
 * the run fails without printing results.
 *
 * Options: `--clients` instead of the two sizes, `--rate` orders per second, `--seconds` per load (12 at most, because
 * clients that send nothing for 20 seconds are pinged), `--json FILE`.
 */
const args = process.argv.slice(2);
const loadSeconds = Math.min(numberArgument(args, 'seconds', 12), 12);
const rate = numberArgument(args, 'rate', 50);
const crowds = args.includes('--clients') ? [numberArgument(args, 'clients', 1_000)] : [1_000, 5_000];

const symbol = 'BTC/USDT';
const channels = ['DAY_MARKET', `MARKET_DEPTH.${symbol}`, `GLOBAL_TX.${symbol}`, `KLINE.${symbol}`];
/** Levels per side of the book, much deeper than the orders reach. */
const levels = 20;
/** The server's open files besides its clients' connections. */
const filesBeside = 500;
/**
 * With this many clients the bare loop keeps up using half a processor. With more it would fall behind, at the same
 * cost per message.
 */
const bareClients = 500;
/**
 * How long and with how many concurrent orders a new server is warmed up, so that its code is compiled before the
 * measurement.
 */
const busySeconds = 8;
const lanes = 8;
const warmSeconds = 2;

refuseFewFiles(Math.max(...crowds) + filesBeside);
const rows: Row[] = [];
for (const clients of crowds) rows.push(...(await measure(clients)));
report(rows, args);

async function measure(clients: number): Promise<Row[]> {
  const name = `${clients.toLocaleString('en')} clients`;
  const environment = { SOCKETS_PER_NETWORK: String(Math.min(15_000, clients + filesBeside)) };
  const venue = await Venue.open({ simulator: false, environment });
  try {
    const people = await openMarket(venue);
    await keepBusy(people);
    const alone = await listen(venue, people.taker, 0);
    const crowd = await listen(venue, people.taker, clients);
    const ownSeconds = crowd.cpuSeconds - alone.cpuSeconds;
    const bare = await playBare(crowd.updates, Math.min(clients, bareClients));
    const peer = { name: 'bare ws', value: bare.sent / bare.cpuSeconds };
    const sendUs = 1e6 / peer.value;
    const delivered = crowd.updates.length * clients;
    const row = (metric: string, value: number, unit: string): Row => measurement(name, metric, value, unit);
    const each = (of: Update['of']): number => crowd.updates.filter((update) => update.of === of).length;
    return [
      measurement('bare ws', `messages with one update, ${bare.clients} clients`, peer.value, '1/CPU s'),
      measurement(name, 'updates delivered', delivered / crowd.cpuSeconds, '1/CPU s', peer),
      row('updates delivered, without the cost of orders and one reader', delivered / ownSeconds, '1/CPU s'),
      measurement(
        name,
        'rows (levels, trades, tickers, candles)',
        (crowd.rows * clients) / crowd.cpuSeconds,
        '1/CPU s',
        peer,
      ),
      measurement(name, 'messages (one or more rows)', (crowd.messages * clients) / crowd.cpuSeconds, '1/CPU s', peer),
      measurement('bare ws', `CPU per send, ${bare.clients} clients`, sendUs, 'µs'),
      measurement(
        name,
        'CPU per write, without the cost of one reader',
        (ownSeconds * 1e6) / (crowd.writes * clients),
        'µs',
        {
          name: 'bare ws send',
          value: sendUs,
        },
      ),
      row('orders', crowd.orders / crowd.seconds, '1/s'),
      row('updates per client', crowd.updates.length / crowd.seconds, '1/s'),
      row('updates per client, book', each('book') / crowd.seconds, '1/s'),
      row('updates per client, trades', each('tape') / crowd.seconds, '1/s'),
      row('updates per client, tickers and candles', (each('day') + each('candle')) / crowd.seconds, '1/s'),
      row('rows per client', crowd.rows / crowd.seconds, '1/s'),
      row('messages per client', crowd.messages / crowd.seconds, '1/s'),
      row('writes per client', crowd.writes / crowd.seconds, '1/s'),
      row('bytes per client', crowd.bytes / crowd.seconds, '1/s'),
      row('CPU, server', crowd.cpuPerSecond * 100, '%'),
      row('CPU, server with one reader', alone.cpuPerSecond * 100, '%'),
      row('CPU, bare ws', bare.cpuPerSecond * 100, '%'),
      row('order latency p50', percentile(crowd.tookMs, 50), 'ms'),
      row('order latency p99', percentile(crowd.tookMs, 99), 'ms'),
      row('order latency p50 with one reader', percentile(alone.tookMs, 50), 'ms'),
      row('order latency p99 with one reader', percentile(alone.tookMs, 99), 'ms'),
      ...delayRows(name, 'since the first client received it', crowd.delays.fromFirst),
      ...delayRows(name, 'since the engine’s time of a trade', crowd.delays.fromTrade),
    ];
  } finally {
    await venue.close();
  }
}

interface People {
  readonly maker: Client;
  readonly taker: Client;
}

/** Gives the market a deep book and a user who trades. */
async function openMarket(venue: Venue): Promise<People> {
  const config = await new Client(venue.url).call(siteConfig, {});
  const [maker, taker] = [new Client(venue.url), new Client(venue.url)];
  await maker.join('maker@example.org', config.default_invite_code);
  await taker.join('taker@example.org', config.default_invite_code);
  for (let level = 0; level < levels; level += 1) {
    const order = { currency_match_id: 1, number: '0.04' };
    await maker.call(buyAdd, { ...order, price: String(20_000 - level) });
    await maker.call(sellAdd, { ...order, price: String(20_001 + level) });
  }
  return { maker, taker };
}

/** Places orders as fast as they are answered; one half rests between the best levels until the other half takes it. */
async function keepBusy({ maker, taker }: People): Promise<void> {
  const order = { currency_match_id: 1, number: '0.001', price: '20000.5' } as const;
  const ends = performance.now() + busySeconds * 1_000;
  for (let round = 0; performance.now() < ends; round += 1) {
    const [rest, take] = round % 2 === 0 ? [buyAdd, sellAdd] : [sellAdd, buyAdd];
    const pair = async (): Promise<void> => {
      await maker.call(rest, order);
      await taker.call(take, { ...order, time_in_force: 'ioc' });
    };
    await Promise.all(Array.from({ length: lanes }, pair));
  }
}

interface Listened {
  readonly seconds: number;
  readonly orders: number;
  /** The updates that each client received. */
  readonly updates: readonly Update[];
  readonly rows: number;
  readonly messages: number;
  readonly writes: number;
  readonly bytes: number;
  /** The response time of each order over HTTP, ascending. */
  readonly tookMs: readonly number[];
  readonly cpuSeconds: number;
  readonly cpuPerSecond: number;
  readonly delays: Delays;
}

/** Trades while the clients listen, and checks that every client received everything. */
async function listen(venue: Venue, taker: Client, clients: number): Promise<Listened> {
  const port = Number(new URL(venue.url).port);
  const crowd = await Crowd.gather(port, clients, channels);
  const reader = await Reader.open(venue.url, channels);
  try {
    await trade(taker, warmSeconds, rate);
    await reader.settled(0);
    await awayFromTheMinute();
    await crowd.begin();
    reader.begin(Date.now());
    const before = cpuSecondsOf(venue);
    const startMs = performance.now();
    const orders = await trade(taker, loadSeconds, rate);
    const seconds = (performance.now() - startMs) / 1_000;
    await reader.settled(orders.length);
    const writes = await crowd.received(() => reader.bytes);
    const cpuSeconds = cpuSecondsOf(venue) - before;
    const cpuPerSecond = (cpuSeconds * 1_000) / (performance.now() - startMs);
    const { updates: seen, messages, bytes } = reader;
    const delays = await crowd.delays(seen.trades);
    const [updates, { rows }] = [seen.all(orders.map(({ sequence }) => sequence)), seen];
    const tookMs = orders.map((order) => order.tookMs).toSorted((a, b) => a - b);
    return {
      seconds,
      orders: orders.length,
      updates,
      rows,
      messages,
      writes,
      bytes,
      tookMs,
      cpuSeconds,
      cpuPerSecond,
      delays,
    };
  } finally {
    reader.close();
    await crowd.close();
  }
}

interface Played {
  readonly clients: number;
  readonly sent: number;
  readonly cpuSeconds: number;
  readonly cpuPerSecond: number;
}

/**
 * Sends every update of the server's run at its original time through plain `ws`, as one message per update and client.
 */
async function playBare(updates: readonly Update[], clients: number): Promise<Played> {
  const bare = await BareServer.start();
  try {
    const crowd = await Crowd.gather(bare.port, clients, channels);
    // Compiles the baseline's code too.
    await bare.send(updates.filter(({ atMs }) => atMs < warmSeconds * 1_000));
    await crowd.begin();
    const startMs = performance.now();
    const cpuSeconds = await bare.send(updates);
    const elapsed = (performance.now() - startMs) / 1_000;
    const bytes = updates.reduce((sum, { text }) => sum + Reader.framed(text), 0);
    await crowd.received(() => bytes);
    await crowd.close();
    return { clients, sent: updates.length * clients, cpuSeconds, cpuPerSecond: cpuSeconds / elapsed };
  } finally {
    bare.end();
  }
}

function cpuSecondsOf({ processes: { server, postgres } }: Venue): number {
  const used = server === null || postgres === null ? null : readCpuTime(server, postgres);
  if (used === null) throw new Error('This benchmark requires Linux to read the processor time of a process.');
  return (used.mainThread + used.otherThreads) / 1e6;
}

/**
 * All clients are notified of a new minute within two seconds of its start; waits so that this does not happen while
 * the clients are being started.
 */
async function awayFromTheMinute(): Promise<void> {
  const second = (Date.now() / 1_000) % 60;
  if (second > 58) await pause((62 - second) * 1_000);
  else if (second < 2) await pause((2 - second) * 1_000);
}

function delayRows(name: string, what: string, counts: readonly number[]): Row[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return ([50, 99, 99.9] as const).map((percent) => {
    let below = 0;
    const slot = counts.findIndex((count) => (below += count) >= (all * percent) / 100);
    return measurement(name, `p${percent} ${what}`, (slot + 1) / 10, 'ms');
  });
}

function percentile(ascending: readonly number[], percent: number): number {
  return ascending[Math.ceil((ascending.length * percent) / 100) - 1] ?? 0;
}

function refuseFewFiles(needed: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new Error(
      `A process may open only ${limit} files, but the server needs ${needed}; raise the limit with ulimit -n.`,
    );
  }
}
