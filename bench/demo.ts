import { setTimeout as pause } from 'node:timers/promises';
import type { CallOutput } from '@bourse/contract';
import { currencyMatches, deal, kline, maxCandles } from '@bourse/contract/markets';
import { Client } from '@bourse/e2e/client';
import { Venue } from '@bourse/e2e/venue';
import { readCpuTime } from './cpu-time.ts';
import { measurement, numberArgument, report, type Row } from './table.ts';

/**
 * The market of a fresh demo: trades, spreads and gaps between trades of every market, the correlations of the coins'
 * hourly returns, and the processor time and memory that the demo needs. The run reads every market every two seconds,
 * as a few visitors would; that is part of the processor time. Trades of one order count as one.
 *
 * Options: `--seconds`, 600 by default; `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 600);

const readEveryMs = 2_000;
const hourSeconds = 3_600;

interface Seen {
  readonly id: number;
  readonly symbol: string;
  readonly sellBlocked: boolean;
  /** The times of the trades during the run, epoch milliseconds, by id. */
  readonly trades: Map<number, number>;
  readonly spreads: number[];
}

const began = performance.now();
const venue = await Venue.open({ simulator: true, fresh: true, environment: { RATE_LIMITS: '1000' } });
try {
  const openedAfter = (performance.now() - began) / 1_000;
  const client = new Client(venue.url);
  const markets = await listMarkets(client);
  const unready = await countUnready(client, markets);
  const correlations = await correlationRows(client, markets);
  const rows = await watch(client, markets);
  report(
    [
      measurement('start', 'open after', openedAfter, 's'),
      measurement('start', 'markets without both sides or trades', unready, 'markets'),
      ...rows,
      ...correlations,
    ],
    args,
  );
} finally {
  await venue.close();
}

async function listMarkets(client: Client): Promise<Seen[]> {
  const groups = await client.call(currencyMatches, {});
  return groups.flatMap(({ matches }) =>
    matches.map(({ id, symbol, sell_blocked: sellBlocked }) => ({
      id,
      symbol,
      sellBlocked,
      trades: new Map<number, number>(),
      spreads: [],
    })),
  );
}

/** The number of markets of which the first read after the start shows an empty side that can be traded, or tape. */
async function countUnready(client: Client, markets: readonly Seen[]): Promise<number> {
  const isUnready = async ({ id, sellBlocked }: Seen): Promise<boolean> => {
    const { depth, tx_completes: tape } = await client.call(deal, { currency_match_id: id });
    return depth.in.length === 0 || (depth.out.length === 0 && !sellBlocked) || tape.length === 0;
  };
  const unready = await Promise.all(markets.map(isUnready));
  return unready.filter(Boolean).length;
}

async function watch(client: Client, markets: readonly Seen[]): Promise<Row[]> {
  const [startMs, cpuBefore, memoryBefore] = [Date.now(), cpu(), await memory()];
  for (let round = 1; Date.now() < startMs + seconds * 1_000; round += 1) {
    await Promise.all(
      markets.map(async (market) => note(market, await client.call(deal, { currency_match_id: market.id }), startMs)),
    );
    await pause(Math.max(0, startMs + round * readEveryMs - Date.now()));
  }
  const elapsed = (Date.now() - startMs) / 1_000;
  const cpuAfter = cpu();
  const share = (of: 'server' | 'postgres'): number => (100 * (cpuAfter[of] - cpuBefore[of])) / 1e6 / elapsed;
  return [
    ...markets.filter(({ trades }) => trades.size > 1).flatMap((market) => marketRows(market, elapsed)),
    measurement('demo', 'duration', elapsed, 's'),
    measurement('demo', 'CPU, server', share('server'), '% of a core'),
    measurement('demo', 'CPU, PostgreSQL', share('postgres'), '% of a core'),
    measurement('demo', 'memory, before', memoryBefore, 'MB'),
    measurement('demo', 'memory, growth', (await memory()) - memoryBefore, 'MB'),
  ];
}

function note(market: Seen, { depth, tx_completes: tape }: CallOutput<typeof deal>, startMs: number): void {
  const [bid, ask] = [Number(depth.in[0]?.price), Number(depth.out[0]?.price)];
  if (bid > 0 && ask > 0) market.spreads.push(((ask - bid) / ((ask + bid) / 2)) * 10_000);
  for (const { id, time } of tape) if (time >= startMs) market.trades.set(id, time);
}

function marketRows({ symbol, trades, spreads }: Seen, elapsed: number): Row[] {
  const times = [...new Set(trades.values())].toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? Number.NaN)) / 1_000);
  return [
    measurement(symbol, 'trades', (60 * times.length) / elapsed, '1/min'),
    measurement(symbol, 'spread, median', quantile(spreads, 0.5), 'bp'),
    measurement(symbol, 'spread, p95', quantile(spreads, 0.95), 'bp'),
    measurement(symbol, 'gap between trades, median', quantile(gaps, 0.5), 's'),
    measurement(symbol, 'gap between trades, longest', Math.max(...gaps), 's'),
  ];
}

/** Correlations of the hourly returns of the coins in USDT, over the last month. */
async function correlationRows(client: Client, markets: readonly Seen[]): Promise<Row[]> {
  const to = Math.floor(Date.now() / 1_000 / hourSeconds) * hourSeconds;
  const from = to - Math.min(30 * 24, maxCandles) * hourSeconds;
  const coins = await Promise.all(
    markets
      .filter(({ symbol }) => symbol.endsWith('/USDT'))
      .map(async ({ id, symbol }) => {
        const candles = await client.call(kline, { currency_match_id: id, period: '60min', from, to });
        return { symbol, returns: candles.map(({ open, close }) => Math.log(Number(close) / Number(open))) };
      }),
  );
  const bitcoin = coins.find(({ symbol }) => symbol === 'BTC/USDT');
  if (bitcoin === undefined) throw new Error('the demo does not list BTC/USDT');
  const pairs = coins.flatMap((one, index) =>
    coins.slice(0, index).map((other) => correlation(one.returns, other.returns)),
  );
  return [
    ...coins
      .filter((coin) => coin !== bitcoin)
      .map(({ symbol, returns }) =>
        measurement(symbol, 'correlation with BTC, hourly', correlation(returns, bitcoin.returns), ''),
      ),
    measurement('all pairs', 'highest correlation, hourly', Math.max(...pairs), ''),
  ];
}

function cpu(): { readonly server: number; readonly postgres: number } {
  const { server, postgres } = venue.processes;
  const time = server === null || postgres === null ? null : readCpuTime(server, postgres);
  return time === null
    ? { server: Number.NaN, postgres: Number.NaN }
    : { server: time.mainThread + time.otherThreads, postgres: time.postgres };
}

/** The server's resident memory in megabytes, from its metrics. */
async function memory(): Promise<number> {
  const metrics = await (await fetch(`${venue.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN) / 1e6;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  const product = mean(one.map((value, index) => (value - meanOne) * ((other[index] ?? Number.NaN) - meanOther)));
  const spread = (values: readonly number[], middle: number): number =>
    mean(values.map((value) => (value - middle) ** 2));
  return product / Math.sqrt(spread(one, meanOne) * spread(other, meanOther));
}
