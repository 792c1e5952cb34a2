import { periods, type Period } from '@bourse/contract/markets';

const minute = 60;
const hour = 3_600;
const day = 86_400;

/** Seconds in a candle of the periods with a fixed length; `1mon` has none. */
const seconds = {
  '1min': minute,
  '3min': 3 * minute,
  '5min': 5 * minute,
  '15min': 15 * minute,
  '30min': 30 * minute,
  '60min': hour,
  '120min': 2 * hour,
  '240min': 4 * hour,
  '360min': 6 * hour,
  '720min': 12 * hour,
  '1day': day,
  '3day': 3 * day,
  '1week': 7 * day,
} as const satisfies Record<Exclude<Period, '1mon'>, number>;

/** The stored candles that a period is built from: the longest that divide it without remainder. */
export type BaseResolution = 'minute' | 'hour' | 'day';

export function baseResolution(period: Period): BaseResolution {
  if (period === '1mon' || seconds[period] >= day) return 'day';
  return seconds[period] >= hour ? 'hour' : 'minute';
}

/** Seconds in a candle of a period; for a month the 31 days of the longest. */
export function longestSeconds(period: Period): number {
  return period === '1mon' ? 31 * day : seconds[period];
}

/** The period with this name; undefined if there is none. */
export function findPeriod(name: string): Period | undefined {
  return periods.find((period) => period === name);
}

/**
 * The opening (epoch seconds, UTC) of the candle that contains `time`. Weeks start on Monday, months on the 1st, all
 * others at multiples of their length.
 */
export function periodStart(period: Period, time: number): number {
  if (period === '1mon') {
    const date = new Date(time * 1_000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1_000;
  }
  const length = seconds[period];
  const offset = period === '1week' ? firstMonday : 0;
  return Math.floor((time - offset) / length) * length + offset;
}

/** The opening of the candle that is `count` candles after (negative: before) the one that opens at `start`. */
export function shiftPeriod(period: Period, start: number, count: number): number {
  if (period !== '1mon') return start + count * seconds[period];
  const date = new Date(start * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count) / 1_000;
}

/** 1970-01-05 was a Monday. */
const firstMonday = 4 * day;
