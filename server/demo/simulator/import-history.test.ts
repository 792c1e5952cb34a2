import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { demoListing } from '../../trading/markets/index.ts';
import { createBitcoinPath, dayMs, minuteMs } from './bitcoin-path.ts';
import { extendHistory, type PastMarket } from './extend-history.ts';
import { importHistory, type Listing } from './import-history.ts';
import { loadRecording } from './recording.ts';
import { createFundCounter, readPathOrigin } from './simulator-state.ts';

const firstStart = Date.UTC(2026, 4, 5, 6, 7, 8);
const bitcoin = createBitcoinPath(loadRecording(), firstStart);
const marketCount = demoListing().filter((item) => item.type === 'list_market').length;
const minutesPerMarket = (bitcoin.anchorMs - bitcoin.minutesFromMs) / minuteMs;

describe('the imported history', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = openAppPool(database.settings);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('is complete for every market up to the first start, without gaps or overlaps', async () => {
    expect(await importHistory(pool, bitcoin, demoListing(), firstStart)).toBe(marketCount);
    const spans = await database.query<Span>(spanQuery);
    expect(spans).toHaveLength(2 * marketCount);
    for (const span of spans) {
      const days = span.resolution === '1day';
      expect(span).toMatchObject({
        count: days ? '3555' : String(minutesPerMarket),
        first: String(days ? bitcoin.daysFromMs : bitcoin.minutesFromMs),
        last: String(days ? bitcoin.minutesFromMs - dayMs : bitcoin.anchorMs - minuteMs),
      });
    }
  });

  it('opens every candle at the close of the previous one', async () => {
    const listing = demoListing().filter((item) => item.type === 'list_currency' || item.market <= 2);
    await importHistory(pool, bitcoin, listing, firstStart);
    const [jumps] = await database.query<{ count: string }>(
      `select count(*) from (
         select open, lag(close) over (partition by market_id order by open_time) as before from app.market_history
       ) as candles where open <> before`,
    );
    expect(jumps).toEqual({ count: '0' });
  });

  it('is not imported again when the venue restarts', async () => {
    const listing = demoListing().filter((item) => item.type === 'list_currency' || item.market <= 2);
    await importHistory(pool, bitcoin, listing, firstStart);
    expect(await importHistory(pool, bitcoin, listing, firstStart + dayMs)).toBe(0);
    const [rows] = await database.query<{ count: string }>('select count(*) from app.market_history');
    expect(rows).toEqual({ count: String(2 * (3_555 + minutesPerMarket)) });
  });

  it('is complete and without duplicates after an import that was killed', async () => {
    const listing = demoListing().filter((item) => item.type === 'list_currency' || item.market <= 6);
    // Locks the third market's row, so that the import blocks there.
    const other = await pool.connect();
    await other.query('begin');
    // The import of two markets can take longer than a session of the pool may wait in a transaction.
    await other.query('set local idle_in_transaction_session_timeout = 0');
    await other.query('insert into market_history_imports (market_id, until_ms) values (3, 0)');
    const doomed = openAppPool(database.settings, { max: 1 });
    doomed.on('error', () => undefined);
    const failed = importHistory(doomed, bitcoin, listing, firstStart).then(
      () => 'completed',
      () => 'killed',
    );
    const killed = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await waitUntil(async () => (await database.query(killed)).length > 0);
    expect(await failed).toBe('killed');
    await doomed.end();
    await other.query('rollback');
    other.release();
    const before = await importedMarkets(database);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(6);

    expect(await importHistory(pool, bitcoin, listing, firstStart)).toBe(6 - before);
    const [rows] = await database.query<{ count: string }>('select count(*) from app.market_history');
    expect(rows).toEqual({ count: String(6 * (3_555 + minutesPerMarket)) });
  });

  it('ends in the same minute for all markets even if they were imported at different times', async () => {
    const listing = demoListing().filter((item) => item.type === 'list_currency' || item.market <= 6);
    const markets = marketsOf(listing);
    const two = listing.filter((item) => item.type === 'list_currency' || item.market <= 2);
    await importHistory(pool, bitcoin, two, firstStart);
    await importHistory(pool, bitcoin, listing, firstStart + 5 * minuteMs);
    const untilMs = bitcoin.anchorMs + 7 * minuteMs;
    const added = await extendHistory(pool, bitcoin, markets, untilMs);
    expect(new Set([...added.values()].map((minutes) => minutes.length))).toEqual(new Set([7, 2]));
    const spans = await database.query<Span>(spanQuery);
    for (const span of spans.filter(({ resolution }) => resolution === '1min')) {
      expect(span).toMatchObject({ count: String(minutesPerMarket + 7), last: String(untilMs - minuteMs) });
    }
    expect(await extendHistory(pool, bitcoin, markets, untilMs)).toEqual(new Map());
  });

  it('is not extended once there are trades', async () => {
    const listing = demoListing().filter((item) => item.type === 'list_currency' || item.market === 1);
    await importHistory(pool, bitcoin, listing, firstStart);
    await database.query(
      `insert into core.candles (market_id, open_time, open, high, low, close, volume, quote_volume, trades)
       values (1, $1, 1, 1, 1, 1, 1, 1, 1)`,
      [bitcoin.anchorMs],
    );
    expect(await extendHistory(pool, bitcoin, marketsOf(listing), bitcoin.anchorMs + minuteMs)).toEqual(new Map());
  });

  it('stays tied to the first start and its secret', async () => {
    const first = await readPathOrigin(pool, firstStart);
    expect(first).toMatchObject({
      anchorMs: firstStart,
      secret: { fromMs: Math.floor(firstStart / minuteMs) * minuteMs },
    });
    expect(first.secret.key).toMatch(/^[0-9a-f]{64}$/);
    expect(await readPathOrigin(pool, firstStart + dayMs)).toEqual(first);
  });

  it('gets a secret from the next minute on if it was begun without one', async () => {
    await pool.query('insert into simulator_state (anchored_at_ms) values ($1)', [firstStart]);
    const now = firstStart + dayMs;
    const upgraded = await readPathOrigin(pool, now);
    expect(upgraded).toMatchObject({
      anchorMs: firstStart,
      secret: { fromMs: Math.ceil(now / minuteMs) * minuteMs },
    });
    expect(await readPathOrigin(pool, now + dayMs)).toEqual(upgraded);
  });

  it('stores the number of the bots’ last credit', async () => {
    await readPathOrigin(pool, firstStart);
    const counter = createFundCounter(pool);
    expect(await counter.read()).toBe(0);
    await counter.record(17);
    expect(await createFundCounter(pool).read()).toBe(17);
  });
});

function marketsOf(listing: Listing): PastMarket[] {
  const currencies = new Map(
    listing.flatMap((item) =>
      item.type === 'list_currency'
        ? [[item.currency, { id: item.currency, code: item.code, decimals: item.decimals }] as const]
        : [],
    ),
  );
  return listing.flatMap((item) => {
    if (item.type === 'list_currency') return [];
    const [base, quote] = [currencies.get(item.base), currencies.get(item.quote)];
    return base === undefined || quote === undefined ? [] : [{ ...item, id: item.market, base, quote }];
  });
}

interface Span {
  readonly market_id: number;
  readonly resolution: '1min' | '1day';
  readonly count: string;
  readonly first: string;
  readonly last: string;
}

const spanQuery = `
  select market_id, resolution, count(*), min(open_time) as first, max(open_time) as last
  from app.market_history group by market_id, resolution`;

async function importedMarkets(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ count: string }>('select count(*) from app.market_history_imports');
  return Number(row?.count);
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
