import type { Bar, Period } from '@bourse/contract';

/** A bar, and the journal sequence that it reflects: of two that open at the same time the later one is true. */
export interface KnownBar extends Bar {
  readonly sequence: number;
}

/** What is known of one market in one period. */
export interface BarSeries {
  /** Ascending, without holes, as far as they are known from the newest whole stretch backwards. */
  readonly bars: readonly KnownBar[];
  /** Bars after a hole, which wait until the hole is filled. */
  readonly ahead: readonly KnownBar[];
}

export const noBars: BarSeries = { bars: [], ahead: [] };

/** Half-open, epoch seconds, as the call takes it. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** How many bars are fetched at once as the reader scrolls back. */
export const barsAtOnce = 500;

/** How many missing bars are fetched at once. */
const repairAtOnce = 1_000;

/** When more bars than these are missing, the chart begins anew with the latest ones. */
const repairAtMost = 5_000;

/** How many bars may come at the end until as many of the oldest go, so that a page that stays open for days grows no further. */
const newAtMost = 1_500;

/** A day: the server cuts what lies after its own clock, so a clock of this device that is slow costs no bar. */
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
  // The longest month: a page of months then has at least as many bars as were asked for.
  '1mon': 2_678_400,
};

/** The opening of the bar that is `count` bars after (before, when negative) the one that opens at `time`; months are those of UTC. */
export function shiftOpening(period: Period, time: number, count: number): number {
  if (period !== '1mon') return time + count * secondsOf[period];
  const date = new Date(time * 1_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count) / 1_000;
}

/** Takes in live or fetched bars, in any order and any number of times. What is older than what is known changes nothing. */
export function takeBars(series: BarSeries, more: readonly KnownBar[], period: Period): BarSeries {
  const all = mergeBars(series.ahead.length === 0 ? series.bars : [...series.bars, ...series.ahead], more);
  if (all === series.bars) return series;
  const hole = all.findIndex((bar, index) => {
    const next = all[index + 1];
    return next !== undefined && shiftOpening(period, bar.time, 1) !== next.time;
  });
  return hole < 0 ? { bars: all, ahead: [] } : { bars: all.slice(0, hole + 1), ahead: all.slice(hole + 1) };
}

/** Puts a page of older bars before the known ones; null when the page does not reach up to them. */
export function takeOlderBars(series: BarSeries, page: readonly KnownBar[], period: Period): BarSeries | null {
  const first = series.bars[0];
  if (first === undefined) return null;
  const older = mergeBars([], page).filter((bar) => bar.time < first.time);
  const last = older.at(-1);
  if (last === undefined) return series;
  return shiftOpening(period, last.time, 1) === first.time
    ? { bars: [...older, ...series.bars], ahead: series.ahead }
    : null;
}

/** Lets the oldest bars go once many more have come than the reader has asked for; `series` itself until then. */
export function dropOldest(series: BarSeries, askedFor: number): BarSeries {
  const kept = Math.max(barsAtOnce, askedFor);
  return series.bars.length > kept + newAtMost ? { ...series, bars: series.bars.slice(-kept) } : series;
}

/** After a new start of the connection, of a server that may have begun anew, any word is newer than what is known. */
export function forgetSequences({ bars, ahead }: BarSeries): BarSeries {
  const forget = (bar: KnownBar): KnownBar => ({ ...bar, sequence: -1 });
  const last = bars.at(-1);
  return { bars: last === undefined ? bars : [...bars.slice(0, -1), forget(last)], ahead: ahead.map(forget) };
}

/** What to ask first: the latest bars. */
export function latestRange(period: Period, nowSeconds: number): TimeRange {
  return {
    from: Math.max(0, Math.floor(nowSeconds) - barsAtOnce * secondsOf[period]),
    to: Math.floor(nowSeconds) + clockSlackSeconds,
  };
}

/** What to ask when the reader scrolls back beyond the first bar. */
export function olderRange(period: Period, first: KnownBar): TimeRange {
  return { from: Math.max(0, first.time - barsAtOnce * secondsOf[period]), to: first.time };
}

/** Whether a page of older bars was the last: the market has no bars before it. */
export function isFirstPage(page: readonly Bar[]): boolean {
  return page.length < barsAtOnce;
}

/**
 * What to ask when bars may be missing at the end: from the bar before the last known one on, since that one may have been unfinished, so that at
 * least two bars come. Null when so many may be missing that it is better to begin anew.
 */
export function repairRange(period: Period, { bars }: BarSeries, nowSeconds: number): TimeRange | null {
  const last = bars.at(-1);
  if (last === undefined) return latestRange(period, nowSeconds);
  const now = Math.floor(nowSeconds);
  if (now - last.time > repairAtMost * secondsOf[period]) return null;
  return {
    from: Math.max(0, shiftOpening(period, last.time, -1)),
    // The last bar has begun, whatever the clock says.
    to: Math.min(shiftOpening(period, last.time, repairAtOnce), Math.max(now, last.time) + clockSlackSeconds),
  };
}

/** Whether the answer to a repair was cut off at its end, so that more has to be asked. */
export function isCutOff(answer: readonly Bar[]): boolean {
  return answer.length >= repairAtOnce;
}

/**
 * Whether the answer to a repair can be used. One with fewer than two bars does not reach the last known bar and the running one, so it
 * fails; only a market whose first bar is running has no second one.
 */
export function isWholeRepair({ bars }: BarSeries, answer: readonly Bar[]): boolean {
  return answer.length >= 2 || (bars.length < 2 && answer.length === 1);
}

/** How a drawn series became the one that is to be drawn. */
export type BarsChange =
  | { readonly kind: 'none' }
  /** So many bars at the end are new or changed; those before them are as they were. */
  | { readonly kind: 'end'; readonly bars: readonly KnownBar[] }
  /** So many bars came in front; the others are as they were. */
  | { readonly kind: 'front'; readonly bars: readonly KnownBar[] }
  | { readonly kind: 'all' };

/** What is different, told so that the chart draws no more than it must. */
export function barsChange(before: readonly KnownBar[], after: readonly KnownBar[]): BarsChange {
  const added = after.length - before.length;
  if (before.length === 0 || added < 0) return { kind: before === after ? 'none' : 'all' };
  if (added > 0 && after[added] === before[0] && after.at(-1) === before.at(-1)) {
    return { kind: 'front', bars: after.slice(0, added) };
  }
  const changed = before.findIndex((bar, index) => !saysTheSame(bar, after[index]));
  if (changed < 0) return added === 0 ? { kind: 'none' } : { kind: 'end', bars: after.slice(before.length) };
  return changed === before.length - 1 ? { kind: 'end', bars: after.slice(changed) } : { kind: 'all' };
}

/** All bars of both, ascending, each opening once, the one with the later sequence; `known` itself when nothing is new. */
function mergeBars(known: readonly KnownBar[], more: readonly KnownBar[]): readonly KnownBar[] {
  const lastTime = known.at(-1)?.time ?? -1;
  const byTime = new Map<number, KnownBar>();
  for (const bar of more) byTime.set(bar.time, later(byTime.get(bar.time), bar));
  const fresh = [...byTime.values()].toSorted((a, b) => a.time - b.time);
  const first = fresh[0];
  if (first === undefined) return known;
  if (first.time > lastTime) return [...known, ...fresh];
  const start = known.findLastIndex((bar) => bar.time < first.time) + 1;
  const touched = known.slice(start);
  const merged = new Map(touched.map((bar) => [bar.time, bar]));
  for (const bar of fresh) merged.set(bar.time, later(merged.get(bar.time), bar));
  const end = [...merged.values()].toSorted((a, b) => a.time - b.time);
  const same = end.length === touched.length && end.every((bar, index) => bar === touched[index]);
  return same ? known : [...known.slice(0, start), ...end];
}

/** Of two bars that open at the same time the true one. */
function later(known: KnownBar | undefined, bar: KnownBar): KnownBar {
  return known === undefined || bar.sequence > known.sequence ? bar : known;
}

function saysTheSame(bar: KnownBar, other: KnownBar | undefined): boolean {
  return (
    bar === other ||
    (bar.time === other?.time &&
      bar.open === other.open &&
      bar.high === other.high &&
      bar.low === other.low &&
      bar.close === other.close &&
      bar.volume === other.volume)
  );
}
