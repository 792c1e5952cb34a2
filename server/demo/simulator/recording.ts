import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Candles as columns, oldest first. Prices in USD per BTC, volume in BTC. Every candle opens at the close of the
 * previous one.
 */
export interface Candles {
  readonly length: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** The recorded history of BTC/USD: a month of one-minute candles and ten years of daily candles. */
export interface Recording {
  readonly minutes: Candles;
  readonly days: Candles;
}

/** Reads the bundled recordings. Throws if a file is missing or damaged. */
export function loadRecording(folder: string = join(import.meta.dirname, 'recordings')): Recording {
  return {
    minutes: loadCandles(join(folder, 'btc-usd-1m-2022-01.csv.gz'), 60),
    days: loadCandles(join(folder, 'btc-usd-1d-2016-2025.csv.gz'), 86_400),
  };
}

// A longer wick is an error of the recorded venue (one day has a low of six cents), not a price at which anyone could
// trade.
const longestWickDown = 0.7;
const longestWickUp = 1.4;

function loadCandles(path: string, spacingSeconds: number): Candles {
  const rows = gunzipSync(readFileSync(path)).toString('latin1').trimEnd().split('\n').slice(1);
  const candles: Candles = {
    length: rows.length,
    open: new Float64Array(rows.length),
    high: new Float64Array(rows.length),
    low: new Float64Array(rows.length),
    close: new Float64Array(rows.length),
    volume: new Float64Array(rows.length),
  };
  let expectedTime: number | null = null;
  let previousClose: number | null = null;
  for (const [index, row] of rows.entries()) {
    const [time, recordedOpen, recordedHigh, recordedLow, close, volume] = parseRow(row, path, index);
    if (expectedTime !== null && time !== expectedTime) {
      throw new Error(`${path}: the candle in row ${index + 1} has an unexpected time`);
    }
    // Recorded candles have small gaps between close and open; a path must be continuous, so a candle opens at the
    // previous close.
    const open: number = previousClose ?? recordedOpen;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, close, Math.min(recordedHigh, longestWickUp * Math.max(open, close)));
    candles.low[index] = Math.min(open, close, Math.max(recordedLow, longestWickDown * Math.min(open, close)));
    candles.close[index] = close;
    candles.volume[index] = volume;
    expectedTime = time + spacingSeconds;
    previousClose = close;
  }
  return candles;
}

type Row = [time: number, open: number, high: number, low: number, close: number, volume: number];

function parseRow(row: string, path: string, index: number): Row {
  const [time, open, high, low, close, volume, ...rest] = row.split(',').map(Number);
  if (
    time === undefined ||
    open === undefined ||
    high === undefined ||
    low === undefined ||
    close === undefined ||
    volume === undefined ||
    rest.length > 0 ||
    !(open > 0 && low > 0 && high >= low && close > 0 && volume >= 0 && time > 0)
  ) {
    throw new Error(`${path}: row ${index + 1} is not a candle`);
  }
  return [time, open, high, low, close, volume];
}
