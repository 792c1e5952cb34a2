import type { Bar, Period } from '@bourse/contract';
import type { Pool } from 'pg';
import {
  barOnWire,
  longestSeconds,
  type MarketViews,
  minutesInMemory,
  readBars,
  readMinutes,
  type SeriesBar,
  shiftPeriod,
  type TimeRange,
  type Views,
} from '../feed/index.ts';
import type { Visitor } from '../gateway/index.ts';

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** Bars that are read and kept together: of every period of minutes a whole number of hours. */
const barsTogether = 600;

/** As many of these are kept: bars of the past, which never change. */
const mostKept = 200;

/**
 * Reads bars. The live views hold hours and days for all time and the latest minutes; a month of older minutes is fetched once, at the
 * first question that needs it, and kept. Still older bars are put together by the database, a few hundred at a time, and those that were asked for lately are kept.
 */
export class BarReader {
  readonly #views: Views;
  readonly #database: Pool;
  readonly #loads = new Map<number, Promise<void>>();
  /** Those that were used longest ago first. Whoever asks for what is being read waits for the same answer. */
  readonly #kept = new Map<string, Promise<SeriesBar[]>>();

  constructor(views: Views, database: Pool) {
    this.#views = views;
    this.#database = database;
  }

  /** The bars that `MarketBars.span` means, ascending and without holes. */
  async read(views: MarketViews, period: Period, range: TimeRange, inTurn: Visitor['inTurn']): Promise<Bar[]> {
    const { market, bars } = views;
    const span = bars.span(period, range, Math.floor(this.#views.timeMs / 1_000));
    if (span === null) return [];
    const older = await this.#older(views, period, span, inTurn);
    return bars.read(period, span.first, span.last, older).map((bar) => barOnWire(market, bar));
  }

  async #older(
    views: MarketViews,
    period: Period,
    { first, last }: { readonly first: number; readonly last: number },
    inTurn: Visitor['inTurn'],
  ): Promise<SeriesBar[]> {
    const { bars, market } = views;
    if (bars.missingBefore(period, first) === null) return [];
    await this.#loadMonth(views, inTurn);
    const begin = bars.missingBefore(period, first);
    if (begin === null) return [];
    const end = Math.min(begin, shiftPeriod(period, last, 1));
    const length = longestSeconds(period);
    const together = length * barsTogether;
    const parts: SeriesBar[] = [];
    for (let from = Math.floor(first / together) * together; from < end; from += together) {
      const to = Math.min(from + together, end);
      parts.push(
        ...(await this.#keptBars(`${market.id} ${length} ${from} ${to}`, () =>
          inTurn(() => readBars(this.#database, market.id, length, { from, to })),
        )),
      );
    }
    return parts;
  }

  async #keptBars(key: string, read: () => Promise<SeriesBar[]>): Promise<SeriesBar[]> {
    const bars = this.#kept.get(key) ?? read();
    this.#kept.delete(key);
    this.#kept.set(key, bars);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    try {
      return await bars;
    } catch (error) {
      if (this.#kept.get(key) === bars) this.#kept.delete(key);
      throw error;
    }
  }

  /** Fetches the minutes that memory has room for. Whoever asks while they are coming waits for the same fetch. */
  async #loadMonth({ market, bars }: MarketViews, inTurn: Visitor['inTurn']): Promise<void> {
    let load = this.#loads.get(market.id);
    if (load === undefined) {
      load = inTurn(() => this.#fetch(bars, market.id));
      this.#loads.set(market.id, load);
      // A fetch that failed may be tried again by the next question.
      load.catch(() => this.#loads.delete(market.id));
    }
    await load;
  }

  async #fetch(bars: MarketViews['bars'], market: number): Promise<void> {
    const runningMs = Math.floor(this.#views.timeMs / minuteMs) * minuteMs;
    const fromMs = Math.ceil((runningMs - minutesInMemory * minuteMs) / quarterMs) * quarterMs;
    // A market that has been quiet for longer than memory reaches back has no first minute; the running one is the end then.
    const endMs = Math.min(bars.firstMinute * 1_000, runningMs + minuteMs);
    bars.prependMinutes(fromMs / 1_000, await readMinutes(this.#database, market, fromMs, endMs));
  }
}
