import { maxCandles, type Period } from '@bourse/contract/markets';
import { CandleSeries, joinCandles, minuteAsCandle, type SeriesCandle } from './candle-series.ts';
import { baseResolution, periodStart, shiftPeriod } from './periods.ts';
import type { MinuteCandle } from './ticker.ts';

/** A month of minutes: enough for the longest answer of the longest period that is built from minutes. */
export const minutesInMemory = maxCandles * 30;
const quartersInMemory = maxCandles * 2;

/** Half-open, epoch seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What a market's candles start from: hours and days from their first trade on, minutes of the last day; all ascending.
 */
export interface CandleHistory {
  readonly minutes: readonly MinuteCandle[];
  readonly hours: readonly SeriesCandle[];
  /** Imported days from before the first hour. */
  readonly days: readonly SeriesCandle[];
}

/**
 * The candles of one market in every period: hours and days for all time, the latest minutes, the running candle
 * included.
 */
export class MarketCandles {
  readonly #minutes = new CandleSeries(minutesInMemory);
  /**
   * Whole quarters of an hour, once the month of minutes is here: they spare whoever asks for half hours of a month
   * putting together its minutes.
   */
  #quarters: CandleSeries | null = null;
  readonly #hours = new CandleSeries(Number.POSITIVE_INFINITY);
  readonly #days = new CandleSeries(Number.POSITIVE_INFINITY);

  constructor(history: CandleHistory) {
    for (const minute of history.minutes) this.#minutes.append(minuteAsCandle(minute));
    for (const candle of history.days) this.#days.append(candle);
    for (const candle of history.hours) this.#addHour(candle);
  }

  /** The running minute as the engine remembers it; it is in no table before it closes. */
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

  /** The opening of the oldest minute in memory; minutes before it may be in the database. */
  get firstMinute(): number {
    return this.#minutes.firstTime;
  }

  /**
   * Adds the minutes from the database, ascending, from `from` (epoch seconds, the beginning of a quarter of an hour)
   * up to those in memory.
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
   * The candles that a caller means: their openings in the range, not after `now`, at most 1 500 (the newest) and at
   * least two when the market has them. Empty when the market has no candle before the end of the range. Both ends are
   * openings, both included.
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
   * Where memory begins, when a question for candles from `first` on needs what was before; null when memory is enough.
   */
  missingBefore(period: Period, first: number): number | null {
    const { firstTime } = this.#series(period);
    const hasOlder = this.#hours.firstTime < periodStart('60min', firstTime);
    return baseResolution(period) === 'minute' && hasOlder && first < firstTime ? firstTime : null;
  }

  /**
   * Candles from `first` to `last` without holes: a candle without trades repeats the previous close with volume 0.
   * `older` are candles of the period, or shorter ones, from before what `missingBefore` says, beginning with an hour
   * that is not after `first`.
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

  /** The candle that is being built at `now`; null before the first trade. */
  current(period: Period, now: number): SeriesCandle | null {
    const start = periodStart(period, now);
    return this.read(period, start, start)[0] ?? null;
  }

  /**
   * The last price before each of these moments (whole minutes, epoch seconds, ascending). Moments before the first
   * trade are left out.
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

  /** The last price before `time`; 0 when there was none. */
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

/** Adds flat candles from `opening` up to, not including, `end`; none while there is no price yet. */
function fillGap(candles: SeriesCandle[], period: Period, opening: number, end: number, close: number): number {
  let time = opening;
  while (time < end) {
    if (close > 0) candles.push({ time, open: close, high: close, low: close, close, volume: 0 });
    time = shiftPeriod(period, time, 1);
  }
  return time;
}
