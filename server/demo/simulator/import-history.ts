import type { ListCurrency, ListMarket } from '@bourse/engine';
import type { Pool, PoolClient } from 'pg';
import { inSessionTransaction } from '../../ground/database/index.ts';
import { dayMs, minuteMs, type CandleReader, type BitcoinPath, type PathCandle } from './bitcoin-path.ts';
import { createMarketPath, type MarketPath } from './market-path.ts';

/** The currencies and markets to list, in any order. */
export type Listing = readonly (ListCurrency | ListMarket)[];

/**
 * Imports the history of every listed market that the simulator knows: ten years of daily candles, then one-minute
 * candles up to the current minute of `nowMs`; `extendHistory` adds the minutes until the live market starts. Each
 * market is imported in its own transaction, so an interrupted import continues with the next market, and a complete
 * one does nothing. Returns the number of imported markets.
 */
export async function importHistory(
  database: Pool,
  bitcoin: BitcoinPath,
  listing: Listing,
  nowMs: number,
): Promise<number> {
  const codes = new Map(listing.flatMap((item) => (item.type === 'list_currency' ? [[item.currency, item.code]] : [])));
  const untilMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const { rows } = await database.query<{ market_id: number }>('select market_id from market_history_imports');
  const complete = new Set(rows.map((row) => row.market_id));
  const queue = listing
    .filter((item) => item.type === 'list_market')
    .filter(({ market }) => !complete.has(market))
    .values();
  let imported = 0;
  const worker = async (): Promise<void> => {
    for (const market of queue) {
      const path = createMarketPath(bitcoin, codes.get(market.base) ?? '', codes.get(market.quote) ?? '');
      if (path !== null && (await importMarket(database, bitcoin, market, path, untilMs))) imported += 1;
    }
  };
  // One worker computes while the database writes for the other.
  const ends = await Promise.allSettled([worker(), worker()]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw new Error('the market history could not be imported', { cause: failed.reason });
  return imported;
}

/** Returns false if another process has already imported the market. */
async function importMarket(
  database: Pool,
  bitcoin: BitcoinPath,
  market: ListMarket,
  path: MarketPath,
  untilMs: number,
): Promise<boolean> {
  return inSessionTransaction(database, async (client) => {
    // The marker and the candles are committed together. A commit that a power failure loses is simply repeated, so it
    // need not wait for the disk.
    await client.query('set local synchronous_commit = off');
    const claim = await client.query(
      'insert into market_history_imports (market_id, until_ms) values ($1, $2) on conflict do nothing',
      [market.market, untilMs],
    );
    if (claim.rowCount !== 1) return false;
    await insertCandles(client, market, '1day', path.dayCandle, bitcoin.daysFromMs, bitcoin.minutesFromMs, dayMs);
    await insertCandles(client, market, '1min', path.minuteCandle, bitcoin.minutesFromMs, untilMs, minuteMs);
    return true;
  });
}

// Large enough to be fast, small enough that the server can answer between statements.
const rowsPerStatement = 12_000;

/** The properties of a market that its candles depend on. */
export type CandleScale = Pick<ListMarket, 'market' | 'priceDecimals' | 'tickPoints' | 'amountDecimals' | 'lotPoints'>;

/** Inserts the candles with `fromMs` ≤ opening time < `toMs`. */
export async function insertCandles(
  client: PoolClient,
  market: CandleScale,
  resolution: '1min' | '1day',
  read: CandleReader,
  fromMs: number,
  toMs: number,
  stepMs: number,
): Promise<void> {
  for (let chunkMs = fromMs; chunkMs < toMs; chunkMs += rowsPerStatement * stepMs) {
    const columns: [number[], number[], number[], number[], number[], number[]] = [[], [], [], [], [], []];
    for (let openMs = chunkMs; openMs < Math.min(toMs, chunkMs + rowsPerStatement * stepMs); openMs += stepMs) {
      const candle = candleInTicks(read(openMs), market);
      const row = [openMs, candle.open, candle.high, candle.low, candle.close, candle.volume];
      for (const [column, values] of columns.entries()) values.push(row[column] ?? 0);
    }
    await client.query({
      name: 'import-history',
      text: insertStatement,
      values: [market.market, resolution, ...columns.map((values) => `{${values.join(',')}}`)],
    });
  }
}

const insertStatement = `
  insert into market_history (market_id, resolution, open_time, open, high, low, close, volume)
  select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])`;

/** A candle in the market's ticks and lots. Rounding preserves low ≤ open, close ≤ high; the minimum is one tick. */
export function candleInTicks(candle: PathCandle, market: Omit<CandleScale, 'market'>): PathCandle {
  const perTick = 10 ** market.priceDecimals / market.tickPoints;
  const perLot = 10 ** market.amountDecimals / market.lotPoints;
  const inTicks = (price: number) => Math.max(1, Math.round(price * perTick));
  return {
    open: inTicks(candle.open),
    high: inTicks(candle.high),
    low: inTicks(candle.low),
    close: inTicks(candle.close),
    volume: Math.max(1, Math.round(candle.volume * perLot)),
  };
}
