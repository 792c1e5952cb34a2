import type { Bar, Period } from '@bourse/contract';
import type { Pool } from 'pg';
import {
  barOnWire,
  type MarketViews,
  type MinuteBar,
  minutesInMemory,
  readMinutes,
  shiftPeriod,
  type TimeRange,
  type Views,
} from '../feed/index.ts';

const minuteMs = 60_000;

/**
 * Reads bars. The live views hold hours and days for all time and the latest minutes; a month of older minutes is fetched once, at the
 * first question that needs it, and kept; still older ones are fetched for each question.
 */
export class BarReader {
  readonly #views: Views;
  readonly #database: Pool;
  readonly #loads = new Map<number, Promise<void>>();

  constructor(views: Views, database: Pool) {
    this.#views = views;
    this.#database = database;
  }

  /** The bars that `MarketBars.span` means, ascending and without holes. */
  async read(views: MarketViews, period: Period, range: TimeRange): Promise<Bar[]> {
    const { market, bars } = views;
    const span = bars.span(period, range, Math.floor(this.#views.timeMs / 1_000));
    if (span === null) return [];
    const older = await this.#olderMinutes(views, period, span);
    return bars.read(period, span.first, span.last, older).map((bar) => barOnWire(market, bar));
  }

  async #olderMinutes(views: MarketViews, period: Period, span: { first: number; last: number }): Promise<MinuteBar[]> {
    if (views.bars.missingBefore(period, span.first) === null) return [];
    await this.#loadMonth(views);
    const missing = views.bars.missingBefore(period, span.first);
    if (missing === null) return [];
    const end = Math.min(views.bars.firstMinute, shiftPeriod(period, span.last, 1));
    return readMinutes(this.#database, views.market.id, missing * 1_000, end * 1_000);
  }

  /** Fetches the minutes that memory has room for. Whoever asks while they are coming waits for the same fetch. */
  async #loadMonth({ market, bars }: MarketViews): Promise<void> {
    let load = this.#loads.get(market.id);
    if (load === undefined) {
      load = this.#fetch(bars, market.id);
      this.#loads.set(market.id, load);
      // A fetch that failed may be tried again by the next question.
      load.catch(() => this.#loads.delete(market.id));
    }
    await load;
  }

  async #fetch(bars: MarketViews['bars'], market: number): Promise<void> {
    const runningMs = Math.floor(this.#views.timeMs / minuteMs) * minuteMs;
    // A market that has been quiet for longer than memory reaches back has no first minute; the running one is the end then.
    const endMs = Math.min(bars.firstMinute * 1_000, runningMs + minuteMs);
    bars.prependMinutes(await readMinutes(this.#database, market, runningMs - minutesInMemory * minuteMs, endMs));
  }
}
