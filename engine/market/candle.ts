import type { CandleClosed } from './events.ts';
import type { MarketId } from '../identifiers.ts';
import { type Amount, asAmount, type Lots, noAmount, type Ticks } from '../money.ts';

export const minuteMs = 60_000;

/** The open candle of a market, with the fields of its later `candle_closed` event. */
export type OpenCandle = Omit<CandleClosed, 'type'>;

/** Aggregates the trades of one market into one-minute candles. A minute without trades has none. */
export class Candle {
  private trades = 0;
  private openTimeMs = 0;
  private open = 0 as Ticks;
  private high = 0 as Ticks;
  private low = 0 as Ticks;
  private close = 0 as Ticks;
  private volume = 0 as Lots;
  private quoteVolume = noAmount;

  /** Adds a trade. All trades between two calls of `finish` belong to the same minute. */
  add(timeMs: number, price: Ticks, quantity: Lots, quoteAmount: Amount): void {
    if (this.trades === 0) {
      this.openTimeMs = timeMs - (timeMs % minuteMs);
      this.open = price;
      this.high = price;
      this.low = price;
    } else if (price > this.high) {
      this.high = price;
    } else if (price < this.low) {
      this.low = price;
    }
    this.close = price;
    this.volume = boundedSum(this.volume, quantity) as Lots;
    this.quoteVolume = asAmount(boundedSum(this.quoteVolume, quoteAmount));
    this.trades += 1;
  }

  /** The candle so far; null when the minute has no trades yet. */
  current(market: MarketId): OpenCandle | null {
    if (this.trades === 0) return null;
    const { openTimeMs, open, high, low, close, volume, quoteVolume, trades } = this;
    return { market, openTimeMs, open, high, low, close, volume, quoteVolume, trades };
  }

  /** Ends the minute: the next trade opens a new candle. */
  finish(): void {
    this.trades = 0;
    this.volume = 0 as Lots;
    this.quoteVolume = noAmount;
  }

  /** Restores the open candle from a snapshot. */
  load(candle: OpenCandle): void {
    this.openTimeMs = candle.openTimeMs;
    this.open = candle.open;
    this.high = candle.high;
    this.low = candle.low;
    this.close = candle.close;
    this.volume = candle.volume;
    this.quoteVolume = candle.quoteVolume;
    this.trades = candle.trades;
  }
}

/**
 * The same coins may change hands any number of times in a minute, so unlike a balance a volume has no natural limit.
 * It is only a statistic, so it saturates at the largest safe integer rather than fail after a trade.
 */
function boundedSum(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}
