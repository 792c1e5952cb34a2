import { maxCandles, type Period } from '@bourse/contract/markets';
import { CandleSeries, joinCandles, minuteAsCandle, type SeriesCandle } from './candle-series.ts';
import { baseResolution, periodStart, shiftPeriod } from './periods.ts';
import type { MinuteCandle } from './ticker.ts';

/**
 * A month of minutes: enough for the maximum number of 30-minute candles, the longest interval that is built from
 * minutes.
 */
export const minutesInMemory = maxCandles * 30;
const quartersInMemory = maxCandles * 2;

/** Half-open range in epoch seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The candles that a market starts with: hours and days since its first trade and the minutes of the last day; all
 * ascending.
 */
export interface CandleHistory {
  readonly minutes: readonly MinuteCandle[];
  readonly hours: readonly SeriesCandle[];
  /** Imported daily candles from before the first hour. */
  readonly days: readonly SeriesCandle[];
}

/** The candles of one market in every period, including the current one: all hours and days, and the latest minutes. */
export class MarketCandles {
  readonly #minutes = new CandleSeries(minutesInMemory);
  /**
   * 15-minute candles, built when the month of minutes is loaded: reading a month of 30-minute candles need not merge
   * its minutes.
   */
  #quarters: CandleSeries | null = null;
  readonly #hours = new CandleSeries(Number.POSITIVE_INFINITY);
  readonly #days = new CandleSeries(Number.POSITIVE_INFINITY);

  constructor(history: CandleHistory) {
    for (const minute of history.minutes) this.#minutes.append(minuteAsCandle(minute));
    for (const candle of history.days) this.#days.append(candle);
    for (const candle of history.hours) this.#addHour(candle);
  }

  /** Adds the current minute of the engine, which is stored in no table until it closes. */
  resume(minute: MinuteCandle): void {
    const candle = minuteAsCandle(minute);
    this.#minutes.append(candle);
    this.#quarters?.append({ ...candle, time: periodStart('15min', candle.time) });
    this.#addHour({ ...candle, time: periodStart('60min', candle.time) });
  }

  trade(timeMs: number, price: number, lots: number): void {
    const time = Math.floor(timeMs / 1_000);
    this.#minutes.trade(periodStart('1min', time), price, lots);
    this.#quarters?.trade(periodStart('15min', time), price, lots);
    this.#hours.trade(periodStart('60min', time), price, lots);
    this.#days.trade(periodStart('1day', time), price, lots);
  }

  /** The opening of the oldest minute in memory; the database may have older ones. */
  get firstMinute(): number {
    return this.#minutes.firstTime;
  }

  /**
   * Adds minutes from the database, ascending, from `from` (epoch seconds, a multiple of 15 minutes) up to those in
   * memory.
   */
  prependMinutes(from: number, older: readonly MinuteCandle[]): void {
    const quarters = new CandleSeries(quartersInMemory);
    const addQuarter = (candle: SeriesCandle): void =>
      quarters.append({ ...candle, time: periodStart('15min', candle.time) });
    const candles = older.map(minuteAsCandle);
    for (const candle of candles) addQuarter(candle);
    for (let i = this.#minutes.indexFrom(from); i < this.#minutes.length; i += 1) addQuarter(this.#minutes.at(i));
    this.#quarters = quarters;
    this.#minutes.prepend(candles);
  }

  /**
   * The openings of the first and last candle of an answer: openings within the range and not after `now`, at most the
   * newest `maxCandles`, and at least two if the market has them. Null if the market has no candle before the end of
   * the range.
   */
  span(period: Period, range: TimeRange, now: number): { first: number; last: number } | null {
    const born = Math.min(this.#days.firstTime, this.#minutes.firstTime, this.#hours.firstTime);
    const last = periodStart(period, Math.min(range.to - 1, now));
    if (born === Number.POSITIVE_INFINITY || last < periodStart(period, this.#firstTime(period))) return null;
    const from = Math.min(range.from, now);
    let first = periodStart(period, from);
    if (first < from) first = shiftPeriod(period, first, 1);
    first = Math.min(first, shiftPeriod(period, last, -1));
    first = Math.max(first, shiftPeriod(period, last, 1 - maxCandles), periodStart(period, this.#firstTime(period)));
    return { first, last };
  }

  /**
   * The opening of the oldest candle in memory if candles from `first` on need older ones from the database; null if
   * memory has all of them.
   */
  missingBefore(period: Period, first: number): number | null {
    const { firstTime } = this.#series(period);
    const hasOlder = this.#hours.firstTime < periodStart('60min', firstTime);
    return baseResolution(period) === 'minute' && hasOlder && first < firstTime ? firstTime : null;
  }

  /**
   * The candles from `first` to `last` without gaps: a candle without trades repeats the previous close with volume 0.
   * `older` are candles of this or a shorter period from before `missingBefore`, starting at an hour not after `first`.
   */
  read(period: Period, first: number, last: number, older: readonly SeriesCandle[] = []): SeriesCandle[] {
    const candles: SeriesCandle[] = [];
    let close = this.#closeBefore(period, first, older);
    let candle: SeriesCandle | null = null;
    let opening = first;
    for (const part of this.#parts(period, first, older)) {
      const start = periodStart(period, part.time);
      if (start > last) break;
      if (candle !== null && start === candle.time) {
        candle = joinCandles(candle, part);
        continue;
      }
      if (candle !== null) {
        candles.push(candle);
        close = candle.close;
        opening = shiftPeriod(period, candle.time, 1);
      }
      opening = fillGap(candles, period, opening, start, close);
      candle = { ...part, time: start };
    }
    if (candle !== null) {
      candles.push(candle);
      close = candle.close;
      opening = shiftPeriod(period, candle.time, 1);
    }
    fillGap(candles, period, opening, shiftPeriod(period, last, 1), close);
    return candles;
  }

  /** The candle that contains `now`; null before the first trade. */
  current(period: Period, now: number): SeriesCandle | null {
    const start = periodStart(period, now);
    return this.read(period, start, start)[0] ?? null;
  }

  /**
   * The last price before each of these times (whole minutes, epoch seconds, ascending). Times before the first trade
   * are skipped.
   */
  closesBefore(times: readonly number[]): number[] {
    return times.map((time) => this.#closeBefore('1min', time, [])).filter((close) => close > 0);
  }

  *#parts(period: Period, first: number, older: readonly SeriesCandle[]): Iterable<SeriesCandle> {
    const series = this.#series(period);
    for (const candle of older) {
      if (candle.time >= first && candle.time < series.firstTime) yield candle;
    }
    for (let i = series.indexFrom(first); i < series.length; i += 1) yield series.at(i);
  }

  /** The last price before `time`; 0 if there was none. */
  #closeBefore(period: Period, time: number, older: readonly SeriesCandle[]): number {
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

  #series(period: Period): CandleSeries {
    switch (baseResolution(period)) {
      case 'minute':
        return (period === '15min' || period === '30min' ? this.#quarters : null) ?? this.#minutes;
      case 'hour':
        return this.#hours;
      case 'day':
        return this.#days;
    }
  }

  #addHour(candle: SeriesCandle): void {
    this.#hours.append(candle);
    this.#days.append({ ...candle, time: periodStart('1day', candle.time) });
  }
}

/** Appends flat candles from `opening` up to but not including `end`, unless there is no price yet. */
function fillGap(candles: SeriesCandle[], period: Period, opening: number, end: number, close: number): number {
  let time = opening;
  while (time < end) {
    if (close > 0) candles.push({ time, open: close, high: close, low: close, close, volume: 0 });
    time = shiftPeriod(period, time, 1);
  }
  return time;
}
