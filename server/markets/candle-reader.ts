import type { Candle, Period } from '@bourse/contract/markets';
import type { Pool } from 'pg';
import {
  candleOnWire,
  longestSeconds,
  type MarketViews,
  minutesInMemory,
  readCandles,
  readMinutes,
  type SeriesCandle,
  shiftPeriod,
  type TimeRange,
  type Views,
} from '../feed/index.ts';
import type { Visitor } from '../gateway/index.ts';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** Candles that are read and kept together: of every period of minutes a whole number of hours. */
const candlesTogether = 600;

/** As many of these are kept: candles of the past, which never change. */
const maxKept = 200;

/**
 * Reads candles. The live views hold hours and days for all time and the latest minutes; a month of older minutes is
 * fetched once, at the first question that needs it, and kept. Still older candles are put together by the database, a
 * few hundred at a time, and those that were asked for lately are kept.
 */
export class CandleReader {
  readonly #views: Views;
  readonly #database: Pool;
  readonly #loads = new Map<number, Promise<void>>();
  /** Those that were used longest ago first. Whoever asks for what is being read waits for the same answer. */
  readonly #kept = new Map<string, Promise<SeriesCandle[]>>();

  constructor(views: Views, database: Pool) {
    this.#views = views;
    this.#database = database;
  }

  /** The candles that `MarketCandles.span` means, ascending and without holes. */
  async read(views: MarketViews, period: Period, range: TimeRange, inTurn: Visitor['inTurn']): Promise<Candle[]> {
    const { market, candles } = views;
    const span = candles.span(period, range, Math.floor(this.#views.timeMs / 1_000));
    if (span === null) return [];
    const older = await this.#older(views, period, span, inTurn);
    return candles.read(period, span.first, span.last, older).map((candle) => candleOnWire(market, candle));
  }

  async #older(
    views: MarketViews,
    period: Period,
    { first, last }: { readonly first: number; readonly last: number },
    inTurn: Visitor['inTurn'],
  ): Promise<SeriesCandle[]> {
    const { candles, market } = views;
    if (candles.missingBefore(period, first) === null) return [];
    await this.#loadMonth(views, inTurn);
    const begin = candles.missingBefore(period, first);
    if (begin === null) return [];
    const end = Math.min(begin, shiftPeriod(period, last, 1));
    const length = longestSeconds(period);
    const together = length * candlesTogether;
    const parts: SeriesCandle[] = [];
    for (let from = Math.floor(first / together) * together; from < end; from += together) {
      const to = Math.min(from + together, end);
      parts.push(
        ...(await this.#keptCandles(`${market.id} ${length} ${from} ${to}`, () =>
          inTurn(() => readCandles(this.#database, market.id, length, { from, to })),
        )),
      );
    }
    return parts;
  }

  async #keptCandles(key: string, read: () => Promise<SeriesCandle[]>): Promise<SeriesCandle[]> {
    const candles = this.#kept.get(key) ?? read();
    this.#kept.delete(key);
    this.#kept.set(key, candles);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > maxKept && oldest.done !== true) this.#kept.delete(oldest.value);
    try {
      return await candles;
    } catch (error) {
      if (this.#kept.get(key) === candles) this.#kept.delete(key);
      throw error;
    }
  }

  /** Fetches the minutes that memory has room for. Whoever asks while they are coming waits for the same fetch. */
  async #loadMonth({ market, candles }: MarketViews, inTurn: Visitor['inTurn']): Promise<void> {
    let load = this.#loads.get(market.id);
    if (load === undefined) {
      load = inTurn(() => this.#fetch(candles, market.id));
      this.#loads.set(market.id, load);
      // A fetch that failed may be tried again by the next question.
      load.catch(() => this.#loads.delete(market.id));
    }
    await load;
  }

  async #fetch(candles: MarketViews['candles'], market: number): Promise<void> {
    const runningMs = Math.floor(this.#views.timeMs / minuteMs) * minuteMs;
    const fromMs = Math.ceil((runningMs - minutesInMemory * minuteMs) / quarterMs) * quarterMs;
    // A market that has been quiet for longer than memory reaches back has no first minute; the running one is the end
    // then.
    const endMs = Math.min(candles.firstMinute * 1_000, runningMs + minuteMs);
    candles.prependMinutes(fromMs / 1_000, await readMinutes(this.#database, market, fromMs, endMs));
  }
}
