import type { MinuteCandle } from './ticker.ts';

/** A candle of any interval; prices in ticks, volume in lots. `time` is its opening in epoch seconds. */
export interface SeriesCandle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Columns of a row: time, open, high, low, close, volume. */
const width = 6;

/**
 * Candles in ascending order in one flat array: 48 bytes each, so that a month of one-minute candles of every market
 * fits in memory.
 */
export class CandleSeries {
  #cells = new Float64Array(width * 64);
  #length = 0;
  readonly #maximum: number;

  /** Keeps at least the newest `max` candles; the array is trimmed only when it is full. */
  constructor(max: number) {
    this.#maximum = max;
  }

  get length(): number {
    return this.#length;
  }

  /** The opening of the oldest candle; infinity if the series is empty. */
  get firstTime(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : this.#cell(0, 0);
  }

  get lastTime(): number {
    return this.#length === 0 ? Number.NEGATIVE_INFINITY : this.#cell(this.#length - 1, 0);
  }

  at(index: number): SeriesCandle {
    return {
      time: this.#cell(index, 0),
      open: this.#cell(index, 1),
      high: this.#cell(index, 2),
      low: this.#cell(index, 3),
      close: this.#cell(index, 4),
      volume: this.#cell(index, 5),
    };
  }

  /** The index of the first candle that opens at or after `time`. */
  indexFrom(time: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cell(middle, 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Appends a candle, or merges it into the last one if both open at the same time. Throws if it is older than the
   * last.
   */
  append(candle: SeriesCandle): void {
    if (candle.time < this.lastTime) throw new Error(`a candle of ${candle.time} came after one of ${this.lastTime}`);
    if (candle.time === this.lastTime) {
      this.#write(this.#length - 1, joinCandles(this.at(this.#length - 1), candle));
      return;
    }
    this.#makeRoom();
    this.#length += 1;
    this.#write(this.#length - 1, candle);
  }

  /** Adds a trade to the candle that opens at `time`. Throws if that is older than the last candle. */
  trade(time: number, price: number, lots: number): void {
    this.append({ time, open: price, high: price, low: price, close: price, volume: lots });
  }

  /** Inserts older candles, in ascending order, before the present ones. Candles that are not older are ignored. */
  prepend(older: readonly SeriesCandle[]): void {
    const first = this.firstTime;
    const kept = older.filter((candle) => candle.time < first).slice(-Math.max(0, this.#maximum - this.#length));
    const cells = new Float64Array(width * (kept.length + this.#length + 64));
    cells.set(this.#cells.subarray(0, this.#length * width), kept.length * width);
    this.#cells = cells;
    this.#length += kept.length;
    for (const [index, candle] of kept.entries()) this.#write(index, candle);
  }

  #makeRoom(): void {
    if ((this.#length + 1) * width <= this.#cells.length) return;
    const kept = Math.min(this.#length, this.#maximum - 1);
    const cells = new Float64Array(Math.min(Math.max(kept * 2, 64), this.#maximum + 1_024) * width);
    cells.set(this.#cells.subarray((this.#length - kept) * width, this.#length * width));
    this.#cells = cells;
    this.#length = kept;
  }

  #write(index: number, candle: SeriesCandle): void {
    this.#cells.set([candle.time, candle.open, candle.high, candle.low, candle.close, candle.volume], index * width);
  }

  #cell(index: number, column: number): number {
    const value = this.#cells[index * width + column];
    if (value === undefined || index >= this.#length)
      throw new RangeError(`there is no candle ${index} of ${this.#length}`);
    return value;
  }
}

/** One candle that covers both; the close is that of `later`. */
export function joinCandles(earlier: SeriesCandle, later: SeriesCandle): SeriesCandle {
  return {
    time: earlier.time,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
  };
}

/** Converts a one-minute candle to a candle of a series. */
export function minuteAsCandle(minute: MinuteCandle): SeriesCandle {
  const { openTimeMs, open, high, low, close, volume } = minute;
  return { time: openTimeMs / 1_000, open, high, low, close, volume };
}
