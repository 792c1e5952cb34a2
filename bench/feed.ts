import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { buyAdd, sellAdd, siteConfig } from '@bourse/contract';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { readCpuTime } from './cpu-time.ts';
import { BareServer, Crowd, type Delays, Reader } from './feed-crowd.ts';
import { figure, numberArgument, report, type Row } from './table.ts';

/**
 * The socket of a real server before a crowd: 1 000 and 5 000 clients listen to one market (its book, trades, day and bars) in which 50 orders a second trade. Messages that they received per second of the
 * server's processor, everything that its process does included, beside a bare `ws` loop that sends the same messages, one `send` for each client and message, in the same run. Every client must have received
 * the same bytes as a reader that checks each sequence and trade, or nothing is printed.
 *
 * Options: `--clients` instead of the two crowds, `--rate` orders a second, `--seconds` of each load (12 at most: whoever is silent for 20 is pinged), `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = Math.min(numberArgument(args, 'seconds', 12), 12);
const rate = numberArgument(args, 'rate', 50);
const crowds = args.includes('--clients') ? [numberArgument(args, 'clients', 1_000)] : [1_000, 5_000];

const symbol = 'BTC/USDT';
const channels = ['DAY_MARKET', `MARKET_DEPTH.${symbol}`, `GLOBAL_TX.${symbol}`, `KLINE.${symbol}`];
/** The book: so many levels of each side, far deeper than what is taken from it. */
const levels = 20;
/** Lines and files of a server besides those of its clients. */
const filesBeside = 500;
/** How much of what was sent the bare loop sends again; its clients could not keep up with all of it at its own pace. */
const bareShare = 0.25;
const warmSeconds = 3;

refuseFewFiles(Math.max(...crowds) + filesBeside);
const rows: Row[] = [];
for (const clients of crowds) rows.push(...(await measure(clients)));
report(rows, args);

async function measure(clients: number): Promise<Row[]> {
  const name = `${clients.toLocaleString('en')} clients`;
  const environment = { SOCKETS_PER_NETWORK: String(Math.min(15_000, clients + filesBeside)) };
  const venue = await Venue.open({ simulator: false, environment });
  try {
    const taker = await openMarket(venue);
    // A server that has just started is busy with compiling.
    await trade(taker, warmSeconds);
    const alone = await listen(venue, taker, 0);
    const crowd = await listen(venue, taker, clients);
    const ownSeconds = crowd.cpuSeconds - alone.cpuSeconds;
    const bare = await playBare(crowd, clients);
    const peer = { name: 'bare ws', value: (bare.messages * clients) / bare.cpuSeconds };
    const told = crowd.messages * clients;
    const row = (metric: string, value: number, unit: string): Row => figure(name, metric, value, unit);
    return [
      figure('bare ws', `messages, ${name}`, peer.value, '1/CPU s'),
      figure(name, 'messages', told / crowd.cpuSeconds, '1/CPU s', peer),
      row('messages, without what the server needs for one reader', told / ownSeconds, '1/CPU s'),
      figure(name, 'orders that reached a client', (crowd.orders * clients) / crowd.cpuSeconds, '1/CPU s', peer),
      figure('bare ws', `CPU a send, ${name}`, 1e6 / peer.value, 'µs'),
      figure(name, 'CPU a write, without what one reader costs', (ownSeconds * 1e6) / (crowd.writes * clients), 'µs', {
        name: 'a send of bare ws',
        value: 1e6 / peer.value,
      }),
      row('messages a client', crowd.messages / crowd.seconds, '1/s'),
      row('orders', crowd.orders / crowd.seconds, '1/s'),
      row('writes a client', crowd.writes / crowd.seconds, '1/s'),
      row('messages a write', crowd.messages / crowd.writes, ''),
      row('bytes a client', crowd.bytes / crowd.seconds, '1/s'),
      row('CPU of the server', crowd.cpuPerSecond * 100, '%'),
      row('CPU of the server with one reader', alone.cpuPerSecond * 100, '%'),
      ...delayRows(name, 'from the first client that has it', crowd.delays.fromFirst),
      ...delayRows(name, 'from the engine’s time of a trade', crowd.delays.fromTrade),
    ];
  } finally {
    await venue.close();
  }
}

/** Gives the market a deep book, and somebody who trades in it. */
async function openMarket(venue: Venue): Promise<Client> {
  const config = await new Client(venue.url).call(siteConfig, {});
  const [maker, taker] = [new Client(venue.url), new Client(venue.url)];
  await maker.join('maker@example.org', config.default_invite_code);
  await taker.join('taker@example.org', config.default_invite_code);
  for (let level = 0; level < levels; level += 1) {
    const order = { currency_match_id: 1, number: '0.04' };
    await maker.call(buyAdd, { ...order, price: String(20_000 - level) });
    await maker.call(sellAdd, { ...order, price: String(20_001 + level) });
  }
  return taker;
}

interface Listened {
  readonly seconds: number;
  readonly orders: number;
  /** What each client received. */
  readonly messages: number;
  readonly bytes: number;
  readonly writes: number;
  readonly cpuSeconds: number;
  readonly cpuPerSecond: number;
  readonly texts: readonly { readonly atMs: number; readonly text: string }[];
  readonly delays: Delays;
}

/** Trades before a crowd, and makes sure that everybody heard all of it. */
async function listen(venue: Venue, taker: Client, clients: number): Promise<Listened> {
  const port = Number(new URL(venue.url).port);
  const crowd = await Crowd.gather(port, clients, channels);
  const reader = await Reader.open(venue.url, channels);
  try {
    await awayFromTheMinute();
    await crowd.begin();
    reader.begin();
    const before = cpuSecondsOf(venue);
    const startMs = performance.now();
    const orders = await trade(taker, seconds);
    const loadSeconds = (performance.now() - startMs) / 1_000;
    await reader.heard(orders);
    const seen = await crowd.received(reader.bytes);
    const cpuSeconds = cpuSecondsOf(venue) - before;
    const elapsed = (performance.now() - startMs) / 1_000;
    const delays = await crowd.delays(reader.trades());
    const { bytes, texts } = reader;
    const messages = texts.length;
    const cpuPerSecond = cpuSeconds / elapsed;
    return { seconds: loadSeconds, orders, messages, bytes, writes: seen, cpuSeconds, cpuPerSecond, texts, delays };
  } finally {
    reader.close();
    await crowd.close();
  }
}

/** One order after the other at the rate that was asked for; each takes a little from the best level, and so changes the book, the tape, the day and the bar. */
async function trade(taker: Client, seconds: number): Promise<number> {
  const startMs = performance.now();
  const outstanding: Promise<unknown>[] = [];
  let orders = 0;
  for (; orders < seconds * rate; orders += 1) {
    const waitMs = (orders * 1_000) / rate - (performance.now() - startMs);
    if (waitMs > 0) await pause(waitMs);
    const order = { currency_match_id: 1, number: '0.001', time_in_force: 'ioc' } as const;
    outstanding.push(
      orders % 2 === 0
        ? taker.call(buyAdd, { ...order, price: '20100' })
        : taker.call(sellAdd, { ...order, price: '19900' }),
    );
  }
  await Promise.all(outstanding);
  return orders;
}

/** The first part of what the crowd was sent, by `ws` alone to as many clients. */
async function playBare({ texts }: Listened, clients: number): Promise<{ messages: number; cpuSeconds: number }> {
  const part = texts.slice(0, Math.ceil(texts.length * bareShare));
  const bare = await BareServer.start();
  try {
    const crowd = await Crowd.gather(bare.port, clients, channels);
    await crowd.begin();
    const cpuSeconds = await bare.send(part);
    await crowd.received(bytesOf(part));
    await crowd.close();
    return { messages: part.length, cpuSeconds };
  } finally {
    bare.end();
  }
}

function bytesOf(texts: Listened['texts']): number {
  return texts.reduce((sum, { text }) => sum + Reader.framed(text), 0);
}

function cpuSecondsOf({ processes: { server, postgres } }: Venue): number {
  const used = server === null || postgres === null ? null : readCpuTime(server, postgres);
  if (used === null) throw new Error('This bench reads the processor time of a process as Linux tells it.');
  return (used.mainThread + used.otherThreads) / 1e6;
}

/** A new minute is told to everybody; it must not fall between the beginning of one client and that of another. */
async function awayFromTheMinute(): Promise<void> {
  const second = (Date.now() / 1_000) % 60;
  if (second > 58) await pause((61 - second) * 1_000);
  else if (second < 1) await pause((1 - second) * 1_000);
}

function delayRows(name: string, what: string, counts: readonly number[]): Row[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return [];
  return ([50, 99, 99.9] as const).map((percent) => {
    let below = 0;
    const slot = counts.findIndex((count) => (below += count) >= (all * percent) / 100);
    return figure(name, `p${percent} ${what}`, (slot + 1) / 10, 'ms');
  });
}

function refuseFewFiles(needed: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new Error(`A process may open ${limit} files, and the server needs ${needed}: raise it with ulimit -n.`);
  }
}
