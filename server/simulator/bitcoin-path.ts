import type { Candles, Recording } from './recording.ts';

/** One candle of a path: price of one base unit in the quote currency, volume in base. */
export interface PathCandle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Reads the candle that opens at a time (epoch ms); throws RangeError where the path has none. */
export type CandleReader = (openMs: number) => PathCandle;

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/**
 * The price of BTC in USD at any time: recorded days, after them recorded minutes up to the anchor, and from there the
 * same minutes played backwards, forwards, backwards … so that the path is continuous and never leaves the range of the
 * recording. A pure function of recording and anchor.
 */
export interface BitcoinPath {
  /**
   * The minute in which the venue first started, epoch milliseconds: history lies before it, the live market from it
   * on.
   */
  readonly anchorMs: number;
  /** First day of the path, 00:00 UTC. */
  readonly daysFromMs: number;
  /** Where days end and minutes begin, 00:00 UTC. */
  readonly minutesFromMs: number;
  /** The candle of the minute that opens at this time; defined from `minutesFromMs` on, without end. */
  readonly minuteCandle: CandleReader;
  /** The candle of the day that opens at this time; defined from `daysFromMs` until `minutesFromMs`. */
  readonly dayCandle: CandleReader;
}

// Long enough to cover the mood of recent days, short enough not to average over years.
const recentDays = 90;

/** `anchorMs`: when the venue first started; any time within the minute gives the same path. */
export function createBitcoinPath({ minutes, days }: Recording, anchorMs: number): BitcoinPath {
  const anchor = Math.floor(anchorMs / minuteMs) * minuteMs;
  // Minutes begin at a midnight, so that no day is half recorded as a day and half as minutes.
  const minutesFromMs = Math.ceil((anchor - minutes.length * minuteMs) / dayMs) * dayMs;
  const daysFromMs = minutesFromMs - days.length * dayMs;
  const first = minutes.length - (anchor - minutesFromMs) / minuteMs;
  const scale = at(days.close, days.length - 1) / at(minutes.open, first);
  // The two recordings come from venues of different size; minutes trade what recent days trade.
  const volumeScale = mean(days.volume, days.length - recentDays) / (mean(minutes.volume, 0) * (dayMs / minuteMs));

  return {
    anchorMs: anchor,
    daysFromMs,
    minutesFromMs,
    minuteCandle(openMs) {
      if (openMs < minutesFromMs || openMs % minuteMs !== 0) {
        throw new RangeError(`the path has no minute that opens at ${openMs}`);
      }
      const { index, backwards } = playback((openMs - anchor) / minuteMs, minutes.length);
      return scaled(minutes, index, backwards, scale, volumeScale);
    },
    dayCandle(openMs) {
      if (openMs < daysFromMs || openMs >= minutesFromMs || openMs % dayMs !== 0) {
        throw new RangeError(`the path has no day that opens at ${openMs}`);
      }
      return scaled(days, (openMs - daysFromMs) / dayMs, false, 1, 1);
    },
  };
}

/**
 * Which recorded minute is played `minute` minutes after the anchor (before it when negative), and in which direction.
 */
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
