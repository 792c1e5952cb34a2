import type { MarketId } from '@bourse/engine';
import type { Pool, PoolClient } from 'pg';
import { inSessionTransaction, safeInteger } from '../database/index.ts';
import type { Market, MinuteCandle } from '../feed/index.ts';
import { minuteMs, type BitcoinPath } from './bitcoin-path.ts';
import { candleInTicks, insertCandles, type BarScale } from './import-history.ts';
import { createMarketPath } from './market-path.ts';

/** What of a market its past depends on. */
export type PastMarket = Pick<Market, 'id' | 'base' | 'quote'> & Omit<BarScale, 'market'>;

/**
 * Lets the imported minutes of every market end at `untilMs`, so that the live market takes over without a gap, however
 * long ago they were imported and whether in one go or not. Answers the minutes that were added, by market. Does
 * nothing once anybody has traded: from then on what was traded is the past. All markets are extended in one
 * transaction.
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
    const scale: BarScale = { ...market, market: market.id };
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
