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
} from '../../ground/feed/index.ts';
import type { Visitor } from '../../ground/gateway/index.ts';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** Candles per cache entry. A whole number of hours for every period shorter than an hour. */
const candlesTogether = 600;

/** Max cache entries. They hold past candles, which never change. */
const maxKept = 200;

/**
 * Reads candles. The views hold every hourly and daily candle and the latest one-minute candles. A month of older
 * one-minute candles is loaded into the views when a request first needs it. Still older candles are aggregated by the
 * database, `candlesTogether` at a time, and cached.
 */
export class CandleReader {
  readonly #views: Views;
  readonly #database: Pool;
  readonly #loads = new Map<number, Promise<void>>();
  /** Least recently used first. Holds promises, so concurrent requests for the same candles share one query. */
  readonly #kept = new Map<string, Promise<SeriesCandle[]>>();

  constructor(views: Views, database: Pool) {
    this.#views = views;
    this.#database = database;
  }

  /** The candles of the span that `MarketCandles.span` computes, ascending and without gaps. */
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

  /** Loads the one-minute candles that the views have room for. Concurrent requests share one query. */
  async #loadMonth({ market, candles }: MarketViews, inTurn: Visitor['inTurn']): Promise<void> {
    let load = this.#loads.get(market.id);
    if (load === undefined) {
      load = inTurn(() => this.#fetch(candles, market.id));
      this.#loads.set(market.id, load);
      // The next request may retry a failed load.
      load.catch(() => this.#loads.delete(market.id));
    }
    await load;
  }

  async #fetch(candles: MarketViews['candles'], market: number): Promise<void> {
    const runningMs = Math.floor(this.#views.timeMs / minuteMs) * minuteMs;
    const fromMs = Math.ceil((runningMs - minutesInMemory * minuteMs) / quarterMs) * quarterMs;
    // After a long silence the market has no one-minute candle in memory; load up to and including the current minute
    // then.
    const endMs = Math.min(candles.firstMinute * 1_000, runningMs + minuteMs);
    candles.prependMinutes(fromMs / 1_000, await readMinutes(this.#database, market, fromMs, endMs));
  }
}
