import type { Candles, Recording } from './recording.ts';
import { createDraw, createSecretWalk, type PathSecret } from './secret-walk.ts';

/** One candle of a path: price of one base unit in the quote currency, volume in base. */
export interface PathCandle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Returns the candle that opens at this time (epoch ms); throws RangeError outside the path. */
export type CandleReader = (openMs: number) => PathCandle;

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/**
 * The price of BTC in USD at any time: recorded daily candles, then recorded one-minute candles up to the anchor, then
 * the same minutes alternately backwards and forwards, so that the path is continuous and stays in the recorded range.
 * With a secret, prices from its first minute on are a secret walk instead, and the minutes lend it their volumes. A
 * pure function of recording, anchor and secret.
 */
export interface BitcoinPath {
  /**
   * The minute of the venue's first start, epoch milliseconds: history is before it, the live market starts with it.
   */
  readonly anchorMs: number;
  /** First day of the path, 00:00 UTC. */
  readonly daysFromMs: number;
  /** The end of the daily candles and start of the one-minute candles, 00:00 UTC. */
  readonly minutesFromMs: number;
  /** The candle of the minute that opens at this time; defined from `minutesFromMs` on, without end. */
  readonly minuteCandle: CandleReader;
  /** The candle of the day that opens at this time; defined from `daysFromMs` until `minutesFromMs`. */
  readonly dayCandle: CandleReader;
  /** Null for a path that the source code determines. */
  readonly secret: PathSecret | null;
  /** The value traded in an average minute, in USD. */
  readonly typicalMinuteWorth: number;
}

/** The deviation of the hourly returns of BTC in the recorded month. */
export const bitcoinHourlyDeviation = 0.007;
const minuteDeviation = bitcoinHourlyDeviation / Math.sqrt(60);

// Long enough to represent recent days, short enough not to average over years.
const recentDays = 90;

/** @param anchorMs the venue's first start; any time within the minute gives the same path */
export function createBitcoinPath(
  { minutes, days }: Recording,
  anchorMs: number,
  secret: PathSecret | null = null,
): BitcoinPath {
  const anchor = Math.floor(anchorMs / minuteMs) * minuteMs;
  // One-minute candles start at midnight, so that every day is either a daily candle or complete in minutes.
  const minutesFromMs = Math.ceil((anchor - minutes.length * minuteMs) / dayMs) * dayMs;
  const daysFromMs = minutesFromMs - days.length * dayMs;
  const first = minutes.length - (anchor - minutesFromMs) / minuteMs;
  const scale = at(days.close, days.length - 1) / at(minutes.open, first);
  // The recordings come from venues of different size; this scales the minutes to the volume of recent days.
  const volumeScale = mean(days.volume, days.length - recentDays) / (mean(minutes.volume, 0) * (dayMs / minuteMs));

  const worths = minutes.volume.map((volume, index) => volume * volumeScale * at(minutes.close, index) * scale);

  const recorded = (openMs: number): PathCandle => {
    const { index, backwards } = playback((openMs - anchor) / minuteMs, minutes.length);
    return scaled(minutes, index, backwards, scale, volumeScale);
  };
  const keyed = secret === null ? null : keyedCandles(secret, recorded);

  return {
    anchorMs: anchor,
    daysFromMs,
    minutesFromMs,
    secret,
    minuteCandle(openMs) {
      if (openMs < minutesFromMs || openMs % minuteMs !== 0) {
        throw new RangeError(`the path has no one-minute candle that opens at ${openMs}`);
      }
      return secret !== null && keyed !== null && openMs >= secret.fromMs ? keyed(openMs) : recorded(openMs);
    },
    dayCandle(openMs) {
      if (openMs < daysFromMs || openMs >= minutesFromMs || openMs % dayMs !== 0) {
        throw new RangeError(`the path has no daily candle that opens at ${openMs}`);
      }
      return scaled(days, (openMs - daysFromMs) / dayMs, false, 1, 1);
    },
    typicalMinuteWorth: mean(worths, 0),
  };
}

/** One-minute candles of a secret walk that continues the recorded price, with recorded volumes. */
function keyedCandles(secret: PathSecret, recorded: CandleReader): CandleReader {
  const walk = createSecretWalk(createDraw(secret, 'BTC walk'), minuteDeviation);
  const wick = createDraw(secret, 'BTC wicks');
  const start = recorded(secret.fromMs).open;
  const priceAt = (timeMs: number): number => start * Math.exp(walk((timeMs - secret.fromMs) / minuteMs));
  return (openMs) => {
    const [open, close] = [priceAt(openMs), priceAt(openMs + minuteMs)];
    const reach = (side: number): number => 1 + 1.2 * minuteDeviation * wick(openMs, side) ** 2;
    const { volume } = recorded(openMs);
    return { open, high: Math.max(open, close) * reach(1), low: Math.min(open, close) / reach(2), close, volume };
  };
}

/** The recorded minute that is played `minute` minutes after the anchor (before it if negative), and the direction. */
function playback(minute: number, length: number): { index: number; backwards: boolean } {
  if (minute < 0) return { index: length + minute, backwards: false };
  const round = Math.floor(minute / length);
  const step = minute % length;
  return round % 2 === 0 ? { index: length - 1 - step, backwards: true } : { index: step, backwards: false };
}

function scaled(candles: Candles, index: number, backwards: boolean, scale: number, volumeScale: number): PathCandle {
  const open = at(candles.open, index) * scale;
  const close = at(candles.close, index) * scale;
  return {
    open: backwards ? close : open,
    high: at(candles.high, index) * scale,
    low: at(candles.low, index) * scale,
    close: backwards ? open : close,
    volume: at(candles.volume, index) * volumeScale,
  };
}

function mean(column: Float64Array, from: number): number {
  const part = column.subarray(Math.max(0, from));
  return part.reduce((sum, value) => sum + value, 0) / part.length;
}

function at(column: Float64Array, index: number): number {
  const value = column[index];
  if (value === undefined) throw new RangeError(`the recording has no row ${index}`);
  return value;
}
