import { maxBars, type Period } from '@bourse/contract';
import { BarSeries, joinBars, minuteAsBar, type SeriesBar } from './bar-series.ts';
import { baseResolution, periodStart, shiftPeriod } from './periods.ts';
import type { MinuteBar } from './ticker.ts';

/** A month of minutes: enough for the longest answer of the longest period that is built from minutes. */
export const minutesInMemory = maxBars * 30;
const quartersInMemory = maxBars * 2;

/** Half-open, epoch seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** What a market's bars start from: hours and days from their first trade on, minutes of the last day; all ascending. */
export interface BarHistory {
  readonly minutes: readonly MinuteBar[];
  readonly hours: readonly SeriesBar[];
  /** Imported days from before the first hour. */
  readonly days: readonly SeriesBar[];
}

/** The bars of one market in every period: hours and days for all time, the latest minutes, the running bar included. */
export class MarketBars {
  readonly #minutes = new BarSeries(minutesInMemory);
  /** Whole quarters of an hour, once the month of minutes is here: they spare whoever asks for half hours of a month putting together its minutes. */
  #quarters: BarSeries | null = null;
  readonly #hours = new BarSeries(Number.POSITIVE_INFINITY);
  readonly #days = new BarSeries(Number.POSITIVE_INFINITY);

  constructor(history: BarHistory) {
    for (const minute of history.minutes) this.#minutes.append(minuteAsBar(minute));
    for (const bar of history.days) this.#days.append(bar);
    for (const bar of history.hours) this.#addHour(bar);
  }

  /** The running minute as the engine remembers it; it is in no table before it closes. */
  resume(minute: MinuteBar): void {
    const bar = minuteAsBar(minute);
    this.#minutes.append(bar);
    this.#quarters?.append({ ...bar, time: periodStart('15min', bar.time) });
    this.#addHour({ ...bar, time: periodStart('60min', bar.time) });
  }

  trade(timeMs: number, price: number, lots: number): void {
    const time = Math.floor(timeMs / 1_000);
    this.#minutes.trade(periodStart('1min', time), price, lots);
    this.#quarters?.trade(periodStart('15min', time), price, lots);
    this.#hours.trade(periodStart('60min', time), price, lots);
    this.#days.trade(periodStart('1day', time), price, lots);
  }

  /** The opening of the oldest minute in memory; minutes before it may be in the database. */
  get firstMinute(): number {
    return this.#minutes.firstTime;
  }

  /** Adds the minutes from the database, ascending, from `from` (epoch seconds, the beginning of a quarter of an hour) up to those in memory. */
  prependMinutes(from: number, older: readonly MinuteBar[]): void {
    const quarters = new BarSeries(quartersInMemory);
    const addQuarter = (bar: SeriesBar): void => quarters.append({ ...bar, time: periodStart('15min', bar.time) });
    const bars = older.map(minuteAsBar);
    for (const bar of bars) addQuarter(bar);
    for (let i = this.#minutes.indexFrom(from); i < this.#minutes.length; i += 1) addQuarter(this.#minutes.at(i));
    this.#quarters = quarters;
    this.#minutes.prepend(bars);
  }

  /**
   * The bars that a caller means: their openings in the range, not after `now`, at most 1 500 (the newest) and at least two when the
   * market has them. Empty when the market has no bar before the end of the range. Both ends are openings, both included.
   */
  span(period: Period, range: TimeRange, now: number): { first: number; last: number } | null {
    const born = Math.min(this.#days.firstTime, this.#minutes.firstTime, this.#hours.firstTime);
    const last = periodStart(period, Math.min(range.to - 1, now));
    if (born === Number.POSITIVE_INFINITY || last < periodStart(period, this.#firstTime(period))) return null;
    const from = Math.min(range.from, now);
    let first = periodStart(period, from);
    if (first < from) first = shiftPeriod(period, first, 1);
    first = Math.min(first, shiftPeriod(period, last, -1));
    first = Math.max(first, shiftPeriod(period, last, 1 - maxBars), periodStart(period, this.#firstTime(period)));
    return { first, last };
  }

  /** Where memory begins, when a question for bars from `first` on needs what was before; null when memory is enough. */
  missingBefore(period: Period, first: number): number | null {
    const { firstTime } = this.#series(period);
    const hasOlder = this.#hours.firstTime < periodStart('60min', firstTime);
    return baseResolution(period) === 'minute' && hasOlder && first < firstTime ? firstTime : null;
  }

  /**
   * Bars from `first` to `last` without holes: a bar without trades repeats the previous close with volume 0. `older` are bars of the period, or shorter ones, from before what
   * `missingBefore` says, beginning with an hour that is not after `first`.
   */
  read(period: Period, first: number, last: number, older: readonly SeriesBar[] = []): SeriesBar[] {
    const bars: SeriesBar[] = [];
    let close = this.#closeBefore(period, first, older);
    let bar: SeriesBar | null = null;
    let opening = first;
    for (const part of this.#parts(period, first, older)) {
      const start = periodStart(period, part.time);
      if (start > last) break;
      if (bar !== null && start === bar.time) {
        bar = joinBars(bar, part);
        continue;
      }
      if (bar !== null) {
        bars.push(bar);
        close = bar.close;
        opening = shiftPeriod(period, bar.time, 1);
      }
      opening = fillGap(bars, period, opening, start, close);
      bar = { ...part, time: start };
    }
    if (bar !== null) {
      bars.push(bar);
      close = bar.close;
      opening = shiftPeriod(period, bar.time, 1);
    }
    fillGap(bars, period, opening, shiftPeriod(period, last, 1), close);
    return bars;
  }

  /** The bar that is being built at `now`; null before the first trade. */
  current(period: Period, now: number): SeriesBar | null {
    const start = periodStart(period, now);
    return this.read(period, start, start)[0] ?? null;
  }

  /** The last price before each of these moments (whole minutes, epoch seconds, ascending). Moments before the first trade are left out. */
  closesBefore(times: readonly number[]): number[] {
    return times.map((time) => this.#closeBefore('1min', time, [])).filter((close) => close > 0);
  }

  *#parts(period: Period, first: number, older: readonly SeriesBar[]): Iterable<SeriesBar> {
    const series = this.#series(period);
    for (const bar of older) {
      if (bar.time >= first && bar.time < series.firstTime) yield bar;
    }
    for (let i = series.indexFrom(first); i < series.length; i += 1) yield series.at(i);
  }

  /** The last price before `time`; 0 when there was none. */
  #closeBefore(period: Period, time: number, older: readonly SeriesBar[]): number {
    const series = this.#series(period);
    const index = series.indexFrom(time);
    if (index > 0) return series.at(index - 1).close;
    const before = older.findLast((candidate) => candidate.time < time);
    if (before !== undefined) return before.close;
    const hour = this.#hours.indexFrom(periodStart('60min', time));
    if (hour > 0) return this.#hours.at(hour - 1).close;
    const day = this.#days.indexFrom(periodStart('1day', time));
    return day > 0 ? this.#days.at(day - 1).close : 0;
  }

  #firstTime(period: Period): number {
    return baseResolution(period) === 'day' ? this.#days.firstTime : this.#hours.firstTime;
  }

  #series(period: Period): BarSeries {
    switch (baseResolution(period)) {
      case 'minute':
        return (period === '15min' || period === '30min' ? this.#quarters : null) ?? this.#minutes;
      case 'hour':
        return this.#hours;
      case 'day':
        return this.#days;
    }
  }

  #addHour(bar: SeriesBar): void {
    this.#hours.append(bar);
    this.#days.append({ ...bar, time: periodStart('1day', bar.time) });
  }
}

/** Adds flat bars from `opening` up to, not including, `end`; none while there is no price yet. */
function fillGap(bars: SeriesBar[], period: Period, opening: number, end: number, close: number): number {
  let time = opening;
  while (time < end) {
    if (close > 0) bars.push({ time, open: close, high: close, low: close, close, volume: 0 });
    time = shiftPeriod(period, time, 1);
  }
  return time;
}
