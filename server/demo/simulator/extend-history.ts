import type { MarketId } from '@bourse/engine';
import type { Pool, PoolClient } from 'pg';
import { inSessionTransaction, safeInteger } from '../../ground/database/index.ts';
import type { Market, MinuteCandle } from '../../ground/feed/index.ts';
import { minuteMs, type BitcoinPath } from './bitcoin-path.ts';
import { candleInTicks, insertCandles, type CandleScale } from './import-history.ts';
import { createMarketPath } from './market-path.ts';

/** The properties of a market that its history depends on. */
export type PastMarket = Pick<Market, 'id' | 'base' | 'quote'> & Omit<CandleScale, 'market'>;

/**
 * Extends the imported minutes of every market to `untilMs`, so that the live market continues without a gap, whenever
 * they were imported. Returns the added minutes by market. Does nothing once there are trades. One transaction extends
 * all markets.
 *
 * @param untilMs a whole minute, epoch milliseconds
 */
export async function extendHistory(
  database: Pool,
  bitcoin: BitcoinPath,
  markets: readonly PastMarket[],
  untilMs: number,
): Promise<ReadonlyMap<MarketId, readonly MinuteCandle[]>> {
  return inSessionTransaction(database, async (client) =>
    (await hasTrades(client)) ? new Map() : extendAll(client, bitcoin, markets, untilMs),
  );
}

/** The end of the imported history by market, epoch milliseconds. */
export async function historyEnds(database: Pool): Promise<ReadonlyMap<number, number>> {
  const { rows } = await database.query<{ market_id: number; until_ms: string }>(
    'select market_id, until_ms from market_history_imports',
  );
  return new Map(rows.map((row) => [row.market_id, safeInteger(row.until_ms)]));
}

async function hasTrades(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ traded: boolean }>(
    'select exists (select from candles) or exists (select from trades) as traded',
  );
  return rows[0]?.traded === true;
}

async function extendAll(
  client: PoolClient,
  bitcoin: BitcoinPath,
  markets: readonly PastMarket[],
  untilMs: number,
): Promise<Map<MarketId, readonly MinuteCandle[]>> {
  const { rows } = await client.query<{ market_id: number; until_ms: string }>(
    'select market_id, until_ms from market_history_imports where until_ms < $1',
    [untilMs],
  );
  const ends = new Map(rows.map((row) => [row.market_id, safeInteger(row.until_ms)]));
  const added = new Map<MarketId, readonly MinuteCandle[]>();
  for (const market of markets) {
    const fromMs = ends.get(market.id);
    const path = createMarketPath(bitcoin, market.base.code, market.quote.code);
    if (fromMs === undefined || path === null) continue;
    const scale: CandleScale = { ...market, market: market.id };
    await insertCandles(client, scale, '1min', path.minuteCandle, fromMs, untilMs, minuteMs);
    await client.query('update market_history_imports set until_ms = $2 where market_id = $1', [market.id, untilMs]);
    const count = (untilMs - fromMs) / minuteMs;
    const minutes = Array.from({ length: count }, (_, minute): MinuteCandle => {
      const openTimeMs = fromMs + minute * minuteMs;
      return { openTimeMs, ...candleInTicks(path.minuteCandle(openTimeMs), scale) };
    });
    added.set(market.id, minutes);
  }
  return added;
}
