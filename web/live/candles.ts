import type { Candle, Period } from '@bourse/contract/markets';

/** A candle and the journal sequence that it reflects. When two open at the same time, the later sequence wins. */
export interface KnownCandle extends Candle {
  readonly sequence: number;
}

/** The known candles of one market and period. */
export interface CandleSeries {
  /** The known candles in ascending order, without gaps. */
  readonly candles: readonly KnownCandle[];
  /** Candles behind a gap, held back until the gap is filled. */
  readonly ahead: readonly KnownCandle[];
}

export const noCandles: CandleSeries = { candles: [], ahead: [] };

/** A half-open range in epoch seconds, in the form of the `kline` call. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Candles fetched per page when the user scrolls back. */
export const candlesAtOnce = 500;

/** Maximum number of missing candles fetched per request. */
const repairAtOnce = 1_000;

/** When more candles than this are missing, the chart starts over with the latest ones. */
const maxRepair = 5_000;

/**
 * How many live candles may be appended before as many of the oldest are dropped, so that memory stays bounded on a
 * page that is open for days.
 */
const maxNew = 1_500;

/** One day. The server cuts the range at its own clock, so a slow device clock loses no candle. */
const clockSlackSeconds = 86_400;

const secondsOf: Readonly<Record<Period, number>> = {
  '1min': 60,
  '3min': 180,
  '5min': 300,
  '15min': 900,
  '30min': 1_800,
  '60min': 3_600,
  '120min': 7_200,
  '240min': 14_400,
  '360min': 21_600,
  '720min': 43_200,
  '1day': 86_400,
  '3day': 259_200,
  '1week': 604_800,
  // The longest month, so that a page of months has at least as many candles as requested.
  '1mon': 2_678_400,
};

/**
 * The opening time of the candle `count` candles after the one that opens at `time` (before it when negative). Months
 * are UTC months.
 */
export function shiftOpening(period: Period, time: number, count: number): number {
  if (period !== '1mon') return time + count * secondsOf[period];
  const date = new Date(time * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count) / 1_000;
}

/**
 * Merges live or fetched candles in any order and with duplicates. Candles older than the known ones change nothing.
 */
export function takeCandles(series: CandleSeries, more: readonly KnownCandle[], period: Period): CandleSeries {
  const all = mergeCandles(series.ahead.length === 0 ? series.candles : [...series.candles, ...series.ahead], more);
  if (all === series.candles) return series;
  const hole = all.findIndex((candle, index) => {
    const next = all[index + 1];
    return next !== undefined && shiftOpening(period, candle.time, 1) !== next.time;
  });
  return hole < 0 ? { candles: all, ahead: [] } : { candles: all.slice(0, hole + 1), ahead: all.slice(hole + 1) };
}

/** Puts a page of older candles in front of the known ones; null when the page does not connect to them. */
export function takeOlderCandles(
  series: CandleSeries,
  page: readonly KnownCandle[],
  period: Period,
): CandleSeries | null {
  const first = series.candles[0];
  if (first === undefined) return null;
  const older = mergeCandles([], page).filter((candle) => candle.time < first.time);
  const last = older.at(-1);
  if (last === undefined) return series;
  return shiftOpening(period, last.time, 1) === first.time
    ? { candles: [...older, ...series.candles], ahead: series.ahead }
    : null;
}

/**
 * Drops the oldest candles once live updates have appended `maxNew` more than the user has requested; `series` itself
 * until then.
 */
export function dropOldest(series: CandleSeries, requestedCount: number): CandleSeries {
  const kept = Math.max(candlesAtOnce, requestedCount);
  return series.candles.length > kept + maxNew ? { ...series, candles: series.candles.slice(-kept) } : series;
}

/**
 * Resets the sequences after a reconnect, so that any update counts as newer: the server's sequences may have started
 * again.
 */
export function forgetSequences({ candles, ahead }: CandleSeries): CandleSeries {
  const forget = (candle: KnownCandle): KnownCandle => ({ ...candle, sequence: -1 });
  const last = candles.at(-1);
  return { candles: last === undefined ? candles : [...candles.slice(0, -1), forget(last)], ahead: ahead.map(forget) };
}

/** The range of the first request: the latest candles. */
export function latestRange(period: Period, nowSeconds: number): TimeRange {
  return {
    from: Math.max(0, Math.floor(nowSeconds) - candlesAtOnce * secondsOf[period]),
    to: Math.floor(nowSeconds) + clockSlackSeconds,
  };
}

/** The range to request when the user scrolls back beyond the first candle. */
export function olderRange(period: Period, first: KnownCandle): TimeRange {
  return { from: Math.max(0, first.time - candlesAtOnce * secondsOf[period]), to: first.time };
}

/** Whether a page of older candles reaches the first candle of the market. */
export function isFirstPage(page: readonly Candle[]): boolean {
  return page.length < candlesAtOnce;
}

/**
 * The range to request when candles may be missing at the end. It starts one candle before the last known one, which
 * may have been unfinished, so a complete answer has at least two candles. Null when so many may be missing that
 * starting over is better.
 */
export function repairRange(period: Period, { candles }: CandleSeries, nowSeconds: number): TimeRange | null {
  const last = candles.at(-1);
  if (last === undefined) return latestRange(period, nowSeconds);
  const now = Math.floor(nowSeconds);
  if (now - last.time > maxRepair * secondsOf[period]) return null;
  return {
    from: Math.max(0, shiftOpening(period, last.time, -1)),
    // The last candle has opened even if the device clock is behind.
    to: Math.min(shiftOpening(period, last.time, repairAtOnce), Math.max(now, last.time) + clockSlackSeconds),
  };
}

/** Whether the answer to a repair was cut at its limit, so that more must be requested. */
export function isCutOff(answer: readonly Candle[]): boolean {
  return answer.length >= repairAtOnce;
}

/**
 * Whether the answer to a repair can be used. One candle alone does not connect the last known candle with the current
 * one, unless the market has only one candle.
 */
export function isWholeRepair({ candles }: CandleSeries, answer: readonly Candle[]): boolean {
  return answer.length >= 2 || (candles.length < 2 && answer.length === 1);
}

/** How a drawn series differs from the next one. */
export type CandlesChange =
  | { readonly kind: 'none' }
  /** The candles at the end that are new or changed; all before them are unchanged. */
  | { readonly kind: 'end'; readonly candles: readonly KnownCandle[] }
  /** The candles added in front; all others are unchanged. */
  | { readonly kind: 'front'; readonly candles: readonly KnownCandle[] }
  | { readonly kind: 'all' };

/** The smallest change that the chart has to draw. */
export function candlesChange(before: readonly KnownCandle[], after: readonly KnownCandle[]): CandlesChange {
  const added = after.length - before.length;
  if (before.length === 0 || added < 0) return { kind: before === after ? 'none' : 'all' };
  if (added > 0 && after[added] === before[0] && after.at(-1) === before.at(-1)) {
    return { kind: 'front', candles: after.slice(0, added) };
  }
  const changed = before.findIndex((candle, index) => !hasSameValues(candle, after[index]));
  if (changed < 0) return added === 0 ? { kind: 'none' } : { kind: 'end', candles: after.slice(before.length) };
  return changed === before.length - 1 ? { kind: 'end', candles: after.slice(changed) } : { kind: 'all' };
}

/**
 * Merges two lists into ascending order; of two candles with the same opening time the later sequence wins. Returns
 * `known` itself when nothing is new.
 */
function mergeCandles(known: readonly KnownCandle[], more: readonly KnownCandle[]): readonly KnownCandle[] {
  const lastTime = known.at(-1)?.time ?? -1;
  const byTime = new Map<number, KnownCandle>();
  for (const candle of more) byTime.set(candle.time, later(byTime.get(candle.time), candle));
  const fresh = [...byTime.values()].toSorted((a, b) => a.time - b.time);
  const first = fresh[0];
  if (first === undefined) return known;
  if (first.time > lastTime) return [...known, ...fresh];
  const start = known.findLastIndex((candle) => candle.time < first.time) + 1;
  const touched = known.slice(start);
  const merged = new Map(touched.map((candle) => [candle.time, candle]));
  for (const candle of fresh) merged.set(candle.time, later(merged.get(candle.time), candle));
  const end = [...merged.values()].toSorted((a, b) => a.time - b.time);
  const same = end.length === touched.length && end.every((candle, index) => candle === touched[index]);
  return same ? known : [...known.slice(0, start), ...end];
}

/** Of two candles with the same opening time, the one with the later sequence. */
function later(known: KnownCandle | undefined, candle: KnownCandle): KnownCandle {
  return known === undefined || candle.sequence > known.sequence ? candle : known;
}

function hasSameValues(candle: KnownCandle, other: KnownCandle | undefined): boolean {
  return (
    candle === other ||
    (candle.time === other?.time &&
      candle.open === other.open &&
      candle.high === other.high &&
      candle.low === other.low &&
      candle.close === other.close &&
      candle.volume === other.volume)
  );
}
