import type { Candle, Period } from '@bourse/contract/markets';
import { maxCandles, periods } from '@bourse/contract/markets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { RunningVenue } from '../../testing/running-venue.ts';

const dayMs = 86_400_000;
const halfHour = 1_800;
const todayMs = Math.floor(Date.now() / dayMs) * dayMs;
const deepMs = todayMs - 70 * dayMs;

const deep = 3;
const overlapping = 4;
const silentForDays = 64;
const silentForMonths = 11;

let venue: RunningVenue;

beforeAll(async () => {
  const database = await createTestDatabase();
  await importMinutes(database, deep, deepMs, todayMs);
  await importMinutes(database, silentForDays, todayMs - 4 * dayMs, todayMs - 2 * dayMs);
  await importMinutes(database, silentForMonths, todayMs - 62 * dayMs, todayMs - 61 * dayMs);
  await importMinutes(database, overlapping, todayMs - 2 * dayMs, todayMs);
  await database.query(
    `insert into app.market_history (market_id, resolution, open_time, open, high, low, close, volume)
     select $1, '1day', $2::bigint - n * 86400000, 10000, 10000, 10000, 10000, 70 from generate_series(0::bigint, 9) as n`,
    [overlapping, todayMs],
  );
  venue = await RunningVenue.openOn(database);
  await venue.stop();
  venue = await RunningVenue.openOn(database);
});

afterAll(async () => {
  await venue.close();
});

/** Imports one-minute candles without a gap, each of 7 lots at a price of 10 000 ticks. */
async function importMinutes(database: TestDatabase, market: number, fromMs: number, toMs: number): Promise<void> {
  await database.query(
    `insert into app.market_history (market_id, resolution, open_time, open, high, low, close, volume)
     select $1, '1min', time, 10000, 10002, 9999, 10001, 7 from generate_series($2::bigint, $3::bigint - 1, 60000) as time`,
    [market, fromMs, toMs],
  );
}

async function candles(market: number, period: Period, from: number, to: number): Promise<Candle[]> {
  const { status, body } = await venue.get<Candle[]>(
    `market/kline?currency_match_id=${market}&period=${period}&from=${from}&to=${to}`,
  );
  expect({ status, code: body.code, message: body.message }).toEqual({ status: 200, code: 1, message: '' });
  return body.data;
}

describe('a market without trades for more than a day', () => {
  describe.each([
    ['two days', silentForDays, '0.10001'],
    ['two months', silentForMonths, '1.0001'],
  ])('after %s of silence', (_time, market, close) => {
    test.each(periods)('has %s candles up to now after a restart', async (period) => {
      const now = Math.floor(Date.now() / 1_000);
      const read = await candles(market, period, now, now + 1);
      expect(read.at(-1)?.close).toBe(close);
      expect(read.at(-1)?.time).toBeLessThanOrEqual(now);
    });

    test('has flat candles today', async () => {
      const now = Math.floor(Date.now() / 1_000);
      for (const period of ['1min', '30min', '60min'] as const) {
        for (const candle of await candles(market, period, now - 3_600, now + 1)) {
          expect(candle).toEqual({ time: candle.time, open: close, high: close, low: close, close, volume: '0' });
        }
      }
    });
  });

  test('still has its last one-minute candles', async () => {
    const end = (todayMs - 2 * dayMs) / 1_000;
    const read = await candles(silentForDays, '1min', end - 60, end + 60);
    expect(read.map((candle) => [candle.time, candle.high, candle.close])).toEqual([
      [end - 60, '0.10002', '0.10001'],
      [end, '0.10001', '0.10001'],
    ]);
  });
});

test('the last of 1 500 half-hour candles of a range aggregates both of its halves, however old it is', async () => {
  const from = deepMs / 1_000 + halfHour;
  const read = await candles(deep, '30min', from, from + maxCandles * halfHour);
  expect(read).toHaveLength(maxCandles);
  expect(new Set(read.map((candle) => candle.volume))).toEqual(new Set(['0.21']));
});

test('imported daily candles give way where one-minute candles begin', async () => {
  const read = await candles(overlapping, '1day', todayMs / 1_000 - 4 * 86_400, todayMs / 1_000);
  expect(read.map((candle) => [candle.open, candle.volume])).toEqual([
    ['100', '0.07'],
    ['100', '0.07'],
    ['100', '10.08'],
    ['100', '10.08'],
  ]);
});
