import type { MarketId } from '@bourse/engine';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCore, type CommittedBatch, type Core } from '../../ground/core/index.ts';
import { openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { openViews, type Views } from '../../ground/feed/index.ts';
import { indexPrices, missingDemoIndices } from '../../trading/index-price/index.ts';
import { demoListing, missingListing } from '../../trading/markets/index.ts';
import { prepareMarketHistory, startSimulator, type RunningSimulator } from './start.ts';

const demoMarkets = demoListing().flatMap((item) => (item.type === 'list_market' ? [item.market] : []));
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the simulator on a durable exchange', () => {
  let database: TestDatabase;
  let pool: Pool;
  let template: TestDatabase | null = null;

  beforeEach(async () => {
    database = await (template?.copy() ?? createTestDatabase());
    pool = openAppPool(database.settings);
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('waits for the exchange to open, trades, stops, and continues after a restart without repeating credits', async () => {
    const first = await openExchange();
    const simulator = await start(first);
    expect(first.core.sequence).toBe(0);
    first.core.open();
    await list(first);
    await simulator.stop();
    const second = await start(first);
    await first.traded(30);
    await second.stop();
    const indices = indexPrices.of(first.views).all();
    expect(indices).toHaveLength(13);
    expect(indices.filter(({ live }) => live === 0)).toEqual([]);
    await first.core.close();
    const credits = await countCredits();
    expect(credits).toBe(await fundNumber());

    const reopened = await openExchange();
    const orders = [...reopened.views.orders.all()].length;
    expect(orders).toBeGreaterThan(100);
    reopened.core.open();
    const third = await start(reopened);
    expect(unreadyMarkets(reopened.views, 0)).toEqual([]);
    await reopened.traded(30);
    await third.stop();
    expect([...reopened.views.orders.all()].length).toBeLessThan(2 * orders);
    await reopened.core.close();
    expect(await countCredits()).toBe(await fundNumber());
  });

  describe('a slow first start', () => {
    let minute = 0;

    beforeAll(async () => {
      minute = Math.floor(Date.now() / 60_000) * 60_000;
      template = await createTestDatabase();
      const importing = openAppPool(template.settings);
      const early = minute - 5 * 60_000 + 1;
      await prepareMarketHistory({ database: importing, listing: demoListing(), clock: () => early, log: silent });
      await importing.end();
    });

    afterAll(async () => {
      await template?.drop();
      template = null;
    });

    it.each([
      ['up to the running minute', 30_000, 0],
      ['including the running minute if trading starts in the next one', 59_900, 60_000],
    ])(
      'extends the history %s, and ends when every market is quoted and has past trades',
      async (_when, inMinuteMs, withRunningMs) => {
        const { core, views, missing } = await openExchange(demoMarkets);
        core.open();
        for (const command of missing) await core.submit(command, { priority: 'system' });
        const markets = views.listings.markets();
        const clock = () => minute + inMinuteMs;
        const simulator = await startSimulator({ core, views, markets, database: pool, clock, log: silent });
        const unready = unreadyMarkets(views);
        await simulator.stop();
        await core.close();
        expect(unready).toEqual([]);
        const last = minute + withRunningMs - 60_000;
        const imported = await database.query<{ market_id: number; close: string }>(
          `select market_id, close from app.market_history where resolution = '1min' and open_time = ${last}`,
        );
        const closes = new Map<number, string>(imported.map(({ market_id: id, close }) => [id, close]));
        for (const { candles, market, tape } of views.markets()) {
          const past = tape.latest().filter(({ trade }) => trade < 0);
          expect(past.length).toBeGreaterThanOrEqual(25);
          expect(String(past[0]?.price)).toBe(closes.get(market.id));
          const read = candles.read('1min', (minute - 6 * 60_000) / 1_000, last / 1_000);
          expect({ market: market.symbol, flat: read.filter(({ volume }) => volume === 0) }).toEqual({
            market: market.symbol,
            flat: [],
          });
        }
        const rows = await database.query<{ last: string }>(
          "select max(open_time) as last from app.market_history where resolution = '1min' group by market_id",
        );
        expect(new Set(rows.map((row) => row.last))).toEqual(new Set([String(last)]));
      },
    );
  });

  /** The markets without both sides, so many trades, or a trade of the last minute; asks and trades may be blocked. */
  function unreadyMarkets(views: Views, fewestTrades = 30): string[] {
    const unready = views.markets().filter(({ market: { sellBlocked }, depth, tape }) => {
      const { bids, asks } = depth.top(40);
      const trades = tape.latest();
      const isRecent = (trades[0]?.timeMs ?? 0) > Date.now() - 60_000;
      return (
        bids.length < 40 ||
        asks.length !== (sellBlocked ? 0 : 40) ||
        trades.length < fewestTrades ||
        !(sellBlocked || isRecent)
      );
    });
    return unready.map(({ market }) => market.symbol);
  }

  interface OpenedExchange {
    readonly core: Core;
    readonly views: Views;
    readonly missing: ReturnType<typeof missingListing>;
    /** Resolves when this many trades have been committed. */
    traded(count: number): Promise<void>;
  }

  async function openExchange(awaited: readonly MarketId[] = []): Promise<OpenedExchange> {
    const { core, exchange } = await openCore({ database: database.settings, mode: 'demo', log: silent });
    const views = await openViews(exchange, pool, awaited, Date.now(), [indexPrices]);
    const missing = missingListing({ currencies: exchange.currencies(), markets: exchange.markets() });
    let trades = 0;
    let notify: (() => void) | null = null;
    let wanted = 0;
    core.onCommitted((batch: CommittedBatch) => {
      views.apply(batch.commands);
      for (const { events } of batch.commands) trades += events.filter(({ type }) => type === 'traded').length;
      if (trades >= wanted) notify?.();
    });
    return {
      core,
      views,
      missing,
      traded: (count) =>
        new Promise((resolve) => {
          wanted = trades + count;
          notify = resolve;
        }),
    };
  }

  async function list({ core, missing }: OpenedExchange): Promise<void> {
    for (const command of missing) await core.submit(command, { priority: 'system' });
    for (const command of missingDemoIndices(demoListing(), [])) await core.submit(command, { priority: 'system' });
  }

  async function start({ core, views }: OpenedExchange): Promise<RunningSimulator> {
    const markets = views.listings.markets();
    return startSimulator({ core, views, markets, database: pool, clock: Date.now, log: silent });
  }

  async function fundNumber(): Promise<number> {
    const [row] = await database.query<{ fund_number: string }>('select fund_number from app.simulator_state');
    return Number(row?.fund_number);
  }

  /** The number of the bots' credits in the journal. */
  async function countCredits(): Promise<number> {
    const rows = await database.query<{ commands: string }>('select commands from core.journal');
    return rows.reduce((sum, { commands }) => sum + commands.split('simulator-fund').length - 1, 0);
  }
});
