import type { Exchange, MarketId } from '@bourse/engine';
import type { Pool } from 'pg';
import { safeInteger } from '../database/index.ts';
import type { SeriesCandle } from './candle-series.ts';
import type { TapeTrade } from './tape.ts';
import type { MinuteCandle } from './ticker.ts';
import type { MarketPast } from './market-board.ts';
import type { RegisteredView } from './view.ts';
import { Views } from './views.ts';

const dayMs = 86_400_000;
/** Each market takes five concurrent reads; two markets together use every session of the pool. */
const marketsAtOnce = 2;

/**
 * Builds the views of a recovered exchange: its open orders and balances, and from the database the last day's minutes,
 * all hours and days, and the latest trades of every market. Must be called before the core takes its first command.
 *
 * @param awaited markets that have a history but will be listed later
 * @param nowMs end of the last day, epoch milliseconds
 * @param registered the views of the capabilities, in the order in which they read events
 */
export async function openViews(
  exchange: Exchange,
  database: Pool,
  awaited: Iterable<MarketId>,
  nowMs: number,
  registered: readonly RegisteredView[] = [],
): Promise<Views> {
  const sinceMs = Math.floor((Math.max(exchange.timeMs, nowMs) - dayMs) / 60_000) * 60_000;
  const markets = [...new Set([...Array.from(exchange.markets(), (listed) => listed.market), ...awaited])];
  const pasts = await readPasts(database, markets, sinceMs);
  const views = new Views(exchange, pasts, await readLastFills(database, exchange));
  for (const view of registered) await view.open({ exchange, database, views });
  return views;
}

/** Limits concurrency: there may be a thousand markets, and a read that waits too long for a session fails. */
async function readPasts(
  database: Pool,
  markets: readonly MarketId[],
  sinceMs: number,
): Promise<ReadonlyMap<number, MarketPast>> {
  const pasts = new Map<number, MarketPast>();
  const queue = markets.values();
  const lane = async (): Promise<void> => {
    for (const market of queue) pasts.set(market, await readPast(database, market, sinceMs));
  };
  await Promise.all(Array.from({ length: marketsAtOnce }, lane));
  return pasts;
}

/**
 * The one-minute candles of a market with `fromMs` ≤ opening < `toMs`, ascending: its own, preceded by the imported
 * ones. Prices in ticks, volume in lots.
 */
export async function readMinutes(
  database: Pool,
  market: number,
  fromMs: number,
  toMs: number,
): Promise<MinuteCandle[]> {
  const { rows } = await database.query<Int8Row>({
    name: 'feed-minutes',
    text: `select open_time, open, high, low, close, volume from (${allMinutes}) minutes
           where open_time >= $2 and open_time < $3 order by open_time`,
    values: [market, fromMs, toMs],
    rowMode: 'array',
  });
  return rows.map(minuteOf);
}

/**
 * The candles of `length` seconds of a market, made of the minutes with `from` ≤ opening < `to` (epoch seconds),
 * ascending; candles without trades are missing. The database aggregates them, so that a month of minutes is not
 * transferred for a few hundred candles. A candle that the range covers only in part is made of that part.
 */
export async function readCandles(
  database: Pool,
  market: number,
  length: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<SeriesCandle[]> {
  const { rows } = await database.query<Int8Row>({
    name: 'feed-candles',
    text: `select open_time / $2 * $2 / 1000, (array_agg(open order by open_time))[1], max(high), min(low),
                  (array_agg(close order by open_time desc))[1], sum(volume)
           from (${allMinutes}) minutes where open_time >= $3 and open_time < $4 group by open_time / $2 order by open_time / $2`,
    values: [market, length * 1_000, from * 1_000, to * 1_000],
    rowMode: 'array',
  });
  return rows.map(candleOf);
}

async function readPast(database: Pool, market: number, sinceMs: number): Promise<MarketPast> {
  const [minutes, before, hours, days, trades] = await Promise.all([
    readMinutes(database, market, sinceMs, Number.MAX_SAFE_INTEGER),
    database.query<Int8Row>({
      name: 'feed-minute-before',
      text: `select open_time, open, high, low, close, volume from (${allMinutes}) minutes
             where open_time < $2 order by open_time desc limit 1`,
      values: [market, sinceMs],
      rowMode: 'array',
    }),
    database.query<Int8Row>({
      name: 'feed-hours',
      text: `select open_time / 3600000 * 3600, (array_agg(open order by open_time))[1], max(high), min(low),
                    (array_agg(close order by open_time desc))[1], sum(volume)
             from (${allMinutes}) minutes group by open_time / 3600000 order by open_time / 3600000`,
      values: [market],
      rowMode: 'array',
    }),
    database.query<Int8Row>({
      name: 'feed-days',
      text: `select open_time / 1000, open, high, low, close, volume from market_history
             where market_id = $1 and resolution = '1day'
               and open_time < coalesce((select min(open_time) from (${allMinutes}) minutes), 9223372036854775807)
             order by open_time`,
      values: [market],
      rowMode: 'array',
    }),
    readTrades(database, market),
  ]);
  const first = before.rows[0];
  return {
    minutes,
    minuteBefore: first === undefined ? null : minuteOf(first),
    hours: hours.rows.map(candleOf),
    days: days.rows.map(candleOf),
    trades,
  };
}

async function readTrades(database: Pool, market: number): Promise<TapeTrade[]> {
  const { rows } = await database.query<{
    id: string;
    time_ms: string;
    price: string;
    quantity: string;
    taker_side: number;
  }>({
    name: 'feed-trades',
    text: `select id, time_ms, price, quantity, taker_side from trades where market_id = $1
           order by sequence desc, id desc limit 30`,
    values: [market],
  });
  return rows.toReversed().map((row) => ({
    trade: safeInteger(row.id),
    timeMs: safeInteger(row.time_ms),
    price: safeInteger(row.price),
    quantity: safeInteger(row.quantity),
    takerSide: row.taker_side === 1 ? 'sell' : 'buy',
  }));
}

/**
 * The time of the last fill as a maker of every partly filled open order. The engine knows an order's fills as a taker,
 * which happen only when it is placed or triggered.
 */
async function readLastFills(database: Pool, exchange: Exchange): Promise<Map<number, number>> {
  const orders: number[] = [];
  for (const order of exchange.openOrders()) if (order.filled > 0) orders.push(order.order);
  const { rows } = await database.query<{ id: string; time_ms: string }>({
    name: 'feed-last-fills',
    text: `select maker_order as id, max(time_ms) as time_ms from trades
           where maker_order = any($1) group by maker_order`,
    values: [orders],
  });
  return new Map(rows.map((row) => [safeInteger(row.id), safeInteger(row.time_ms)]));
}

/**
 * Imported minutes end where the market's own begin, so that no minute occurs twice; imported days end where either
 * begins.
 */
const allMinutes = `
  select open_time, open, high, low, close, volume from candles where market_id = $1
  union all
  select open_time, open, high, low, close, volume from market_history
  where market_id = $1 and resolution = '1min'
    and open_time < coalesce((select min(open_time) from candles where market_id = $1), 9223372036854775807)`;

type Int8Row = [string, string, string, string, string, string];

function minuteOf(row: Int8Row): MinuteCandle {
  const { time, ...candle } = candleOf(row);
  return { openTimeMs: time, ...candle };
}

function candleOf([time, open, high, low, close, volume]: Int8Row): SeriesCandle {
  return {
    time: safeInteger(time),
    open: safeInteger(open),
    high: safeInteger(high),
    low: safeInteger(low),
    close: safeInteger(close),
    volume: safeInteger(volume),
  };
}
