import type { Candle, Period } from '@bourse/contract/markets';

/** A candle, and the journal sequence that it reflects: of two that open at the same time the later one is true. */
export interface KnownCandle extends Candle {
  readonly sequence: number;
}

/** What is known of one market in one period. */
export interface CandleSeries {
  /** Ascending, without holes, as far as they are known from the newest whole stretch backwards. */
  readonly candles: readonly KnownCandle[];
  /** Candles after a hole, which wait until the hole is filled. */
  readonly ahead: readonly KnownCandle[];
}

export const noCandles: CandleSeries = { candles: [], ahead: [] };

/** Half-open, epoch seconds, as the call takes it. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** How many candles are fetched at once as the reader scrolls back. */
export const candlesAtOnce = 500;

/** How many missing candles are fetched at once. */
const repairAtOnce = 1_000;

/** When more candles than these are missing, the chart begins anew with the latest ones. */
const maxRepair = 5_000;

/**
 * How many candles may come at the end until as many of the oldest go, so that a page that stays open for days grows no
 * further.
 */
const maxNew = 1_500;

/** A day: the server cuts what lies after its own clock, so a clock of this device that is slow costs no candle. */
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
  // The longest month: a page of months then has at least as many candles as were asked for.
  '1mon': 2_678_400,
};

/**
 * The opening of the candle that is `count` candles after (before, when negative) the one that opens at `time`; months
 * are those of UTC.
 */
export function shiftOpening(period: Period, time: number, count: number): number {
  if (period !== '1mon') return time + count * secondsOf[period];
  const date = new Date(time * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count) / 1_000;
}

/**
 * Takes in live or fetched candles, in any order and any number of times. What is older than what is known changes
 * nothing.
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

/** Puts a page of older candles before the known ones; null when the page does not reach up to them. */
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

/** Lets the oldest candles go once many more have come than the reader has asked for; `series` itself until then. */
export function dropOldest(series: CandleSeries, askedFor: number): CandleSeries {
  const kept = Math.max(candlesAtOnce, askedFor);
  return series.candles.length > kept + maxNew ? { ...series, candles: series.candles.slice(-kept) } : series;
}

/** After a new start of the connection, of a server that may have begun anew, any word is newer than what is known. */
export function forgetSequences({ candles, ahead }: CandleSeries): CandleSeries {
  const forget = (candle: KnownCandle): KnownCandle => ({ ...candle, sequence: -1 });
  const last = candles.at(-1);
  return { candles: last === undefined ? candles : [...candles.slice(0, -1), forget(last)], ahead: ahead.map(forget) };
}

/** What to ask first: the latest candles. */
export function latestRange(period: Period, nowSeconds: number): TimeRange {
  return {
    from: Math.max(0, Math.floor(nowSeconds) - candlesAtOnce * secondsOf[period]),
    to: Math.floor(nowSeconds) + clockSlackSeconds,
  };
}

/** What to ask when the reader scrolls back beyond the first candle. */
export function olderRange(period: Period, first: KnownCandle): TimeRange {
  return { from: Math.max(0, first.time - candlesAtOnce * secondsOf[period]), to: first.time };
}

/** Whether a page of older candles was the last: the market has no candles before it. */
export function isFirstPage(page: readonly Candle[]): boolean {
  return page.length < candlesAtOnce;
}

/**
 * What to ask when candles may be missing at the end: from the candle before the last known one on, since that one may
 * have been unfinished, so that at least two candles come. Null when so many may be missing that it is better to begin
 * anew.
 */
export function repairRange(period: Period, { candles }: CandleSeries, nowSeconds: number): TimeRange | null {
  const last = candles.at(-1);
  if (last === undefined) return latestRange(period, nowSeconds);
  const now = Math.floor(nowSeconds);
  if (now - last.time > maxRepair * secondsOf[period]) return null;
  return {
    from: Math.max(0, shiftOpening(period, last.time, -1)),
    // The last candle has begun, whatever the clock says.
    to: Math.min(shiftOpening(period, last.time, repairAtOnce), Math.max(now, last.time) + clockSlackSeconds),
  };
}

/** Whether the answer to a repair was cut off at its end, so that more has to be asked. */
export function isCutOff(answer: readonly Candle[]): boolean {
  return answer.length >= repairAtOnce;
}

/**
 * Whether the answer to a repair can be used. One with fewer than two candles does not reach the last known candle and
 * the running one, so it fails; only a market whose first candle is running has no second one.
 */
export function isWholeRepair({ candles }: CandleSeries, answer: readonly Candle[]): boolean {
  return answer.length >= 2 || (candles.length < 2 && answer.length === 1);
}

/** How a drawn series became the one that is to be drawn. */
export type CandlesChange =
  | { readonly kind: 'none' }
  /** So many candles at the end are new or changed; those before them are as they were. */
  | { readonly kind: 'end'; readonly candles: readonly KnownCandle[] }
  /** So many candles came in front; the others are as they were. */
  | { readonly kind: 'front'; readonly candles: readonly KnownCandle[] }
  | { readonly kind: 'all' };

/** What is different, told so that the chart draws no more than it must. */
export function candlesChange(before: readonly KnownCandle[], after: readonly KnownCandle[]): CandlesChange {
  const added = after.length - before.length;
  if (before.length === 0 || added < 0) return { kind: before === after ? 'none' : 'all' };
  if (added > 0 && after[added] === before[0] && after.at(-1) === before.at(-1)) {
    return { kind: 'front', candles: after.slice(0, added) };
  }
  const changed = before.findIndex((candle, index) => !saysTheSame(candle, after[index]));
  if (changed < 0) return added === 0 ? { kind: 'none' } : { kind: 'end', candles: after.slice(before.length) };
  return changed === before.length - 1 ? { kind: 'end', candles: after.slice(changed) } : { kind: 'all' };
}

/**
 * All candles of both, ascending, each opening once, the one with the later sequence; `known` itself when nothing is
 * new.
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

/** Of two candles that open at the same time the true one. */
function later(known: KnownCandle | undefined, candle: KnownCandle): KnownCandle {
  return known === undefined || candle.sequence > known.sequence ? candle : known;
}

function saysTheSame(candle: KnownCandle, other: KnownCandle | undefined): boolean {
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
