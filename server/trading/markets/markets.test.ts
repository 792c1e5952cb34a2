import type { Candle, Match, MatchGroup, Quotation, Sparkline, TapeRow } from '@bourse/contract/markets';
import { maxCandles, periods } from '@bourse/contract/markets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
const firstMinuteMs = Math.floor(nowMs / dayMs) * dayMs - 40 * dayMs;

let venue: RunningVenue;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  const database = await createTestDatabase();
  // Forty days of one-minute candles without a gap, preceded by a year of daily candles, each at a price that encodes
  // its time.
  await database.query(
    `insert into app.market_history (market_id, resolution, open_time, open, high, low, close, volume)
     select 2, '1min', time, 200000 + n, 200002 + n, 199999 + n, 200001 + n, 7
     from (select $1::bigint + n * 60000 as time, n from generate_series(0::bigint, ($2::bigint - $1::bigint) / 60000 - 1) as n) minutes`,
    [firstMinuteMs, nowMs],
  );
  await database.query(
    `insert into app.market_history (market_id, resolution, open_time, open, high, low, close, volume)
     select 2, '1day', $1::bigint - n * 86400000, 100000 + n, 100010 + n, 99990, 100001, 70 from generate_series(1::bigint, 365) as n`,
    [firstMinuteMs],
  );
  venue = await RunningVenue.openOn(database);
  ann = await venue.person('ann');
  ben = await venue.person('ben');
});

afterAll(async () => {
  await venue.close();
});

async function candles(query: string): Promise<Candle[]> {
  const { status, body } = await venue.get<Candle[]>(`market/kline?${query}`);
  expect({ status, code: body.code, message: body.message }).toEqual({ status: 200, code: 1, message: '' });
  return body.data;
}

describe('the markets', () => {
  test("come in groups by quote currency, USDT first, each with the currency's price", async () => {
    const { body } = await venue.get<MatchGroup[]>('market/currency_matches');
    expect(body.data.map(({ id, code, matches }) => [id, code, matches.map((match) => match.id)])).toEqual([
      [1, 'USDT', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 64]],
      [2, 'BTC', [13, 14, 15]],
    ]);
    expect(body.data[0]).toMatchObject({ name: 'Tether', is_quote: 1, cny_price: '6.8', usd_price: '1' });
    const first = body.data[0]?.matches[0];
    expect(first).toMatchObject({
      symbol: 'BTC/USDT',
      base_currency_code: 'BTC',
      quote_currency_code: 'USDT',
      open_change: 1,
      open_lever: 1,
      price_decimals: 1,
      price_step: '0.1',
      amount_decimals: 5,
      amount_step: '0.00001',
      min_notional: '5',
      maker_fee_rate: '0.001',
      taker_fee_rate: '0.001',
      self_trade_prevention: 'expire_maker',
      sell_blocked: false,
      state: 'open',
      base_currency: { id: 1, code: 'BTC', name: 'Bitcoin', logo: '/coins/btc.svg' },
    } satisfies Partial<Match>);
    expect(body.data[0]?.matches.at(-1)?.sell_blocked).toBe(true);
  });

  test('have a 24-hour ticker that includes imported history', async () => {
    const { body } = await venue.get<{ quotation: Quotation }>('market/deal?currency_match_id=2');
    const last = 200_001 + (nowMs - firstMinuteMs) / minuteMs - 1;
    expect(body.data.quotation.close).toBe(String(last / 100));
    expect(Number(body.data.quotation.change)).toBeGreaterThan(0);
    expect(Number(body.data.quotation.volume)).toBeGreaterThan(0);
  });

  test('show the depth, recent trades and ticker of one market', async () => {
    await ann.sell(9, '0.5', '70');
    await ann.sell(9, '0.5', '71.5');
    await ben.buy(9, '0.2', '70');
    await ben.buy(9, '0.1', '60');
    const { body } = await venue.get<{
      depth: unknown;
      quotation: Quotation;
      tx_completes: TapeRow[];
      depth_sequence: number;
    }>('market/deal?currency_match_id=9');
    expect(body.data.depth).toEqual({
      in: [{ price: '60', amount: '0.1' }],
      out: [
        { price: '70', amount: '0.3' },
        { price: '71.5', amount: '0.5' },
      ],
    });
    expect(body.data.tx_completes).toMatchObject([{ price: '70', amount: '0.2', number: '0.2', way: 2 }]);
    expect(body.data.quotation).toMatchObject({ close: '70', high: '70', low: '70', volume: '0.2' });
    expect(body.data.depth_sequence).toBe(body.sequence);
  });
});

describe('sparklines', () => {
  test('are the closes of the last 24 hours of every market, half an hour apart', async () => {
    const { body } = await venue.get<{ time: number; lines: Sparkline[] }>('market/sparklines');
    const { time, lines } = body.data;
    expect(lines.map((line) => line.currency_match_id)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 64,
    ]);
    expect(lines[0]?.closes).toEqual([]);
    const closes = lines[1]?.closes ?? [];
    expect(closes).toHaveLength(49);
    // The imported history ends one minute before the test began; each close is one cent above the one before.
    const lastMinute = Math.min(time - 60, nowMs / 1_000 - 60);
    expect(closes.at(-1)).toBe(priceOfMinute(lastMinute));
    expect(closes[0]).toBe(priceOfMinute(time - 48 * 1_800 - 60));
    expect(closes[47]).toBe(priceOfMinute(time - 1_800 - 60));
  });

  function priceOfMinute(time: number): string {
    return String((200_001 + (time * 1_000 - firstMinuteMs) / minuteMs) / 100);
  }
});

describe('candles', () => {
  test.each(periods.filter((period) => period !== '1mon'))(
    'of %s ascend without a gap, 1 500 at most',
    async (period) => {
      const read = await candles(`currency_match_id=2&period=${period}&from=0&to=${nowMs / 1_000 + 60}`);
      expect(read.length).toBeGreaterThan(1);
      expect(read.length).toBeLessThanOrEqual(maxCandles);
      const steps = new Set(read.slice(1).map((candle, index) => candle.time - (read[index]?.time ?? 0)));
      expect(steps.size).toBe(1);
      for (const candle of read) {
        expect(Number(candle.low)).toBeLessThanOrEqual(Math.min(Number(candle.open), Number(candle.close)));
        expect(Number(candle.high)).toBeGreaterThanOrEqual(Math.max(Number(candle.open), Number(candle.close)));
      }
    },
  );

  test('include imported minutes exactly, also those too old for memory', async () => {
    const minute = 1_234;
    const from = firstMinuteMs / 1_000 + minute * 60;
    const read = await candles(`currency_match_id=2&period=1min&from=${from}&to=${from + 120}`);
    expect(read).toEqual([
      { time: from, open: '2012.34', high: '2012.36', low: '2012.33', close: '2012.35', volume: '0.0007' },
      { time: from + 60, open: '2012.35', high: '2012.37', low: '2012.34', close: '2012.36', volume: '0.0007' },
    ]);
    const hours = await candles(
      `currency_match_id=2&period=60min&from=${firstMinuteMs / 1_000}&to=${firstMinuteMs / 1_000 + 7_200}`,
    );
    expect(hours[1]).toEqual({
      time: firstMinuteMs / 1_000 + 3_600,
      open: '2000.6',
      high: '2001.21',
      low: '2000.59',
      close: '2001.2',
      volume: '0.042',
    });
  });

  test('continue from daily to hourly history', async () => {
    const first = firstMinuteMs / 1_000;
    const days = await candles(`currency_match_id=2&period=1day&from=${first - 86_400}&to=${first + 86_400}`);
    expect(days.map((candle) => [candle.time, candle.open, candle.close])).toEqual([
      [first - 86_400, '1000.01', '1000.01'],
      [first, '2000', '2014.4'],
    ]);
  });

  test('of a month begin on the 1st', async () => {
    const months = await candles(`symbol=ETH/USDT&period=1mon&from=0&to=${nowMs / 1_000 + 60}`);
    expect(months.length).toBeGreaterThan(12);
    for (const candle of months) expect(new Date(candle.time * 1_000).toISOString()).toMatch(/-01T00:00:00\.000Z$/);
  });

  test('reflect a trade at once, and are missing where there never was a trade', async () => {
    await ann.sell(10, '1', '15');
    await ben.buy(10, '1', '15');
    const now = Math.floor(Date.now() / 1_000);
    const read = await candles(`currency_match_id=10&period=1min&from=${now - 600}&to=${now + 60}`);
    expect(read.at(-1)).toMatchObject({ close: '15' });
    expect(await candles(`currency_match_id=11&period=1min&from=0&to=${now}`)).toEqual([]);
  });

  test.each([
    ['period=2min&currency_match_id=1&from=0&to=1', 'period_unknown'],
    ['period=__proto__&currency_match_id=1&from=0&to=1', 'invalid_request'],
    ['period=1min&from=0&to=1', 'market_unknown'],
    ['period=1min&symbol=BTC/EUR&from=0&to=1', 'market_unknown'],
    ['period=1min&currency_match_id=77&from=0&to=1', 'market_unknown'],
    ['period=1min&currency_match_id=1&from=2&to=1', 'range_invalid'],
    ['period=1min&currency_match_id=1&from=-1&to=1', 'invalid_request'],
    ['period=1min&currency_match_id=1&from=0', 'invalid_request'],
    ['period=1min&currency_match_id=1&from=0&to=1e9', 'invalid_request'],
  ])('are refused for %s', async (query, error) => {
    const { status, body } = await venue.get(`market/kline?${query}`);
    expect({ status, error: body.error }).toEqual({ status: 200, error });
  });

  test('can be requested for any range', async () => {
    for (const period of periods) {
      expect(await candles(`currency_match_id=2&period=${period}&from=0&to=0`)).toEqual([]);
      expect(
        (await candles(`currency_match_id=2&period=${period}&from=999999999999999&to=999999999999999`)).length,
      ).toBe(2);
    }
  });
});

test('every currency has a profile, and the currency overview is on', async () => {
  expect((await venue.get('market/get_coin_show')).body.data).toEqual({ desc_switch: 1 });
  for (let id = 1; id <= 14; id += 1) {
    const { body } = await venue.get<Record<string, string>>(`market/currency_info?currency_id=${id}`);
    expect(body.data['desc']?.length).toBeGreaterThan(40);
    expect(body.data['official_website_address']).toMatch(/^https:\/\//);
    expect(body.data['block_explorer']).toMatch(/^https:\/\//);
    expect(body.data['logo']).toBe(`/coins/${body.data['code']?.toLowerCase()}.svg`);
  }
  expect((await venue.get('market/currency_info?currency_id=15')).body.error).toBe('currency_unknown');
});

test('trades, books, balances and candles are the same after a restart', async () => {
  const read = async () => {
    const { body } = await venue.get<{ depth: unknown; quotation: unknown; tx_completes: unknown }>(
      'market/deal?currency_match_id=9',
    );
    const { depth, quotation, tx_completes } = body.data;
    const open = await ann.get('tx_out/list?limit=100');
    return {
      depth,
      quotation,
      tx_completes,
      open: open.body.data,
      balance: await ann.balance(11),
      day: await candles(`currency_match_id=9&period=1week&from=0&to=${nowMs / 1_000 + 60}`),
    };
  };
  const before = await read();
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database);
  [ann, ben] = [ann.on(venue), ben.on(venue)];
  expect(await read()).toEqual(before);
});
