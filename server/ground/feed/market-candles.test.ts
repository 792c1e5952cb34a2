import { maxCandles, periods } from '@bourse/contract/markets';
import { describe, expect, test } from 'vitest';
import { CandleSeries, minuteAsCandle } from './candle-series.ts';
import { MarketCandles } from './market-candles.ts';
import { periodStart, shiftPeriod } from './periods.ts';
import type { MinuteCandle } from './ticker.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1_000;

function minute(text: string, price: number, volume = 1): MinuteCandle {
  return { openTimeMs: at(text) * 1_000, open: price, high: price + 1, low: price - 1, close: price, volume };
}

/** A market without any history but these minutes. */
function candlesOf(...minutes: MinuteCandle[]): MarketCandles {
  const candles = new MarketCandles({ minutes: [], hours: [], days: [] });
  for (const one of minutes) candles.resume(one);
  return candles;
}

describe('a candle period', () => {
  test.each([
    ['1min', '2026-03-04T05:06:07', '2026-03-04T05:06:00'],
    ['3min', '2026-03-04T05:08:59', '2026-03-04T05:06:00'],
    ['240min', '2026-03-04T07:59:59', '2026-03-04T04:00:00'],
    ['1day', '2026-03-04T23:59:59', '2026-03-04T00:00:00'],
    ['1week', '2026-03-08T23:59:59', '2026-03-02T00:00:00'],
    ['1week', '2026-03-09T00:00:00', '2026-03-09T00:00:00'],
    ['1mon', '2026-02-28T23:59:59', '2026-02-01T00:00:00'],
  ] as const)('%s of %s opens at %s', (period, time, opening) => {
    expect(periodStart(period, at(time))).toBe(at(opening));
  });

  test('starts where the period before it ends', () => {
    for (const period of periods) {
      const start = periodStart(period, at('2024-02-29T13:14:15'));
      expect(periodStart(period, shiftPeriod(period, start, 1) - 1)).toBe(start);
      expect(shiftPeriod(period, shiftPeriod(period, start, 5), -5)).toBe(start);
    }
  });
});

describe('candles', () => {
  const candles = candlesOf(
    minute('2026-03-04T05:00:00', 100),
    minute('2026-03-04T05:04:00', 90),
    minute('2026-03-04T06:59:00', 120),
  );
  const now = at('2026-03-04T07:01:30');

  test('repeat the previous close with volume 0 where nothing was traded', () => {
    const read = candles.read('1min', at('2026-03-04T05:00:00'), at('2026-03-04T05:05:00'));
    expect(read.map((candle) => [candle.close, candle.volume])).toEqual([
      [100, 1],
      [100, 0],
      [100, 0],
      [100, 0],
      [90, 1],
      [90, 0],
    ]);
    expect(read[1]).toEqual({ time: at('2026-03-04T05:01:00'), open: 100, high: 100, low: 100, close: 100, volume: 0 });
  });

  test('use the previous close when they begin in a gap', () => {
    expect(
      candles.read('1min', at('2026-03-04T06:00:00'), at('2026-03-04T06:01:00')).map((candle) => candle.close),
    ).toEqual([90, 90]);
  });

  test('merge minutes into longer periods', () => {
    expect(candles.read('5min', at('2026-03-04T05:00:00'), at('2026-03-04T05:00:00'))).toEqual([
      { time: at('2026-03-04T05:00:00'), open: 100, high: 101, low: 89, close: 90, volume: 2 },
    ]);
    expect(candles.read('1mon', at('2026-03-01T00:00:00'), at('2026-03-01T00:00:00'))).toEqual([
      { time: at('2026-03-01T00:00:00'), open: 100, high: 121, low: 89, close: 120, volume: 3 },
    ]);
  });

  test('cover a half-open range: its end opens no candle, its start does', () => {
    const range = { from: at('2026-03-04T05:01:00'), to: at('2026-03-04T05:04:00') };
    expect(candles.span('1min', range, now)).toEqual({
      first: at('2026-03-04T05:01:00'),
      last: at('2026-03-04T05:03:00'),
    });
    expect(candles.span('1min', { ...range, from: range.from + 1 }, now)?.first).toBe(at('2026-03-04T05:02:00'));
  });

  test('never extend past now or before the first trade', () => {
    expect(candles.span('60min', { from: 0, to: 4_000_000_000 }, now)).toEqual({
      first: at('2026-03-04T05:00:00'),
      last: at('2026-03-04T07:00:00'),
    });
    expect(candles.span('1min', { from: 0, to: at('2026-03-04T04:00:00') }, now)).toBeNull();
    expect(candlesOf().span('1min', { from: 0, to: now }, now)).toBeNull();
  });

  test('number at least two if the market has them, and at most the newest 1 500', () => {
    const short = candles.span('1min', { from: now, to: now }, now);
    expect(short).toEqual({ first: at('2026-03-04T07:00:00'), last: at('2026-03-04T07:01:00') });
    const week = at('2026-03-11T05:00:00');
    const long = candles.span('1min', { from: 0, to: week }, week);
    expect(long?.last).toBe(at('2026-03-11T04:59:00'));
    expect(((long?.last ?? 0) - (long?.first ?? 0)) / 60 + 1).toBe(maxCandles);
    expect(candles.read('1min', long?.first ?? 0, long?.last ?? 0)).toHaveLength(maxCandles);
  });

  test('need older minutes from the database only if the market has some', () => {
    const hour = { time: at('2026-03-01T00:00:00'), open: 1, high: 1, low: 1, close: 1, volume: 1 };
    const old = new MarketCandles({ minutes: [minute('2026-03-04T05:00:00', 100)], hours: [hour], days: [] });
    expect(old.missingBefore('1min', at('2026-03-02T00:30:00'))).toBe(at('2026-03-04T05:00:00'));
    expect(old.missingBefore('60min', at('2026-03-02T00:30:00'))).toBeNull();
    const older = minute('2026-03-02T00:00:00', 7);
    const candle = minuteAsCandle(older);
    expect(old.read('1min', at('2026-03-02T00:30:00'), at('2026-03-02T00:30:00'), [candle])[0]?.close).toBe(7);
    old.prependMinutes(at('2026-03-02T00:00:00'), [older]);
    expect(
      old.read('1min', at('2026-03-02T00:00:00'), at('2026-03-02T00:01:00')).map((candle) => candle.close),
    ).toEqual([7, 7]);
    expect(candles.missingBefore('1min', 0)).toBeNull();
  });

  test('give the same half hours from the month in memory as from its minutes', () => {
    const older = [
      minute('2026-03-04T04:59:00', 7, 2),
      minute('2026-03-04T05:10:00', 8),
      minute('2026-03-04T05:31:00', 9),
    ];
    const recent = [minute('2026-03-04T05:40:00', 10, 5), minute('2026-03-04T06:00:00', 11)];
    const hours = [{ ...minuteAsCandle(minute('2026-03-04T04:00:00', 7)) }];
    const month = new MarketCandles({ minutes: recent, hours, days: [] });
    const read = () =>
      month.read('30min', at('2026-03-04T05:00:00'), at('2026-03-04T06:30:00'), older.map(minuteAsCandle));
    const before = read();
    month.prependMinutes(at('2026-03-04T05:00:00'), older.slice(1));
    expect(read()).toEqual(before);
    expect(before.map((candle) => [candle.close, candle.volume])).toEqual([
      [8, 1],
      [10, 6],
      [11, 1],
      [11, 0],
    ]);
    month.trade(at('2026-03-04T06:31:00') * 1_000, 12, 3);
    expect(read().at(-1)).toMatchObject({ open: 12, volume: 3 });
    // Nothing is kept of a quarter of an hour that began before the month, because it may be incomplete.
    const quiet = new MarketCandles({ minutes: [minute('2026-01-04T05:10:00', 7)], hours, days: [] });
    quiet.prependMinutes(at('2026-02-01T00:00:00'), []);
    expect(quiet.missingBefore('30min', at('2026-01-04T05:00:00'))).toBe(Infinity);
  });
});

test('a full series drops its oldest candles and keeps the newest', () => {
  const series = new CandleSeries(100);
  for (let time = 0; time < 5_000; time += 1) series.trade(time, time + 1, 1);
  expect(series.lastTime).toBe(4_999);
  expect(series.length).toBeGreaterThanOrEqual(100);
  expect(series.length).toBeLessThanOrEqual(1_124);
  expect(series.at(series.indexFrom(4_950))).toMatchObject({ time: 4_950, close: 4_951 });
  expect(() => series.trade(1, 1, 1)).toThrow(/came after/);
});
