/** The candle of one minute; prices in ticks, volume in lots. `openTimeMs` is a multiple of 60 000. */
export interface MinuteCandle {
  readonly openTimeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The rolling 24 hours of one market: prices in ticks, volume in lots, all zero before the first trade. */
export interface DayQuotation {
  readonly close: number;
  /** The price 24 hours ago, the reference of the change. */
  readonly reference: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
}

interface Bucket {
  readonly minute: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

const minuteMs = 60_000;
const minutesPerDay = 1_440;

/**
 * Rolling 24 hours in one-minute buckets: the current minute and the 1 439 before it. A trade costs O(1): the day's
 * high and low are at the front of two monotonic queues, the volume is a running sum, and expired buckets are removed
 * as time passes.
 */
export class TickerView {
  readonly #buckets = new Queue<Bucket>();
  readonly #highs = new Queue<Bucket>();
  readonly #lows = new Queue<Bucket>();
  #volume = 0;
  #close = 0;
  #reference = 0;
  /** Incremented by every visible change. */
  revision = 0;

  /**
   * `candles` are ascending: the minutes of the last day, preceded by the last earlier minute with trades, if there is
   * one.
   */
  constructor(candles: Iterable<MinuteCandle>) {
    for (const candle of candles) this.resume(candle);
  }

  /** Adds a complete or current minute that is not older than the last. */
  resume(candle: MinuteCandle): void {
    this.#record(this.#bucketAt(candle.openTimeMs, candle.open), candle.high, candle.low, candle.close, candle.volume);
  }

  trade(timeMs: number, price: number, lots: number): void {
    this.#record(this.#bucketAt(timeMs, price), price, price, price, lots);
  }

  /** Removes the minutes that are older than 24 hours at this time. */
  expire(timeMs: number): void {
    const oldest = Math.floor(timeMs / minuteMs) - minutesPerDay + 1;
    let first = this.#buckets.first;
    while (first !== undefined && first.minute < oldest) {
      this.#buckets.shift();
      if (this.#highs.first === first) this.#highs.shift();
      if (this.#lows.first === first) this.#lows.shift();
      this.#volume -= first.volume;
      this.#reference = first.close;
      this.revision += 1;
      first = this.#buckets.first;
    }
  }

  read(): DayQuotation {
    return {
      close: this.#close,
      reference: this.#reference,
      high: this.#highs.first?.high ?? this.#close,
      low: this.#lows.first?.low ?? this.#close,
      volume: this.#volume,
    };
  }

  #bucketAt(timeMs: number, open: number): Bucket {
    const minute = Math.floor(timeMs / minuteMs);
    const last = this.#buckets.last;
    if (last?.minute === minute) return last;
    this.expire(timeMs);
    if (this.#close === 0) this.#reference = open;
    const bucket: Bucket = { minute, high: 0, low: Number.MAX_SAFE_INTEGER, close: open, volume: 0 };
    this.#buckets.push(bucket);
    return bucket;
  }

  #record(bucket: Bucket, high: number, low: number, close: number, volume: number): void {
    if (high > bucket.high) {
      bucket.high = high;
      keepMonotonic(this.#highs, bucket, (other) => other.high <= high);
    }
    if (low < bucket.low) {
      bucket.low = low;
      keepMonotonic(this.#lows, bucket, (other) => other.low >= low);
    }
    bucket.close = close;
    bucket.volume += volume;
    this.#close = close;
    this.#volume += volume;
    this.revision += 1;
  }
}

/** Drops the buckets at the back that the new one supersedes, then appends it. */
function keepMonotonic(queue: Queue<Bucket>, bucket: Bucket, outdone: (other: Bucket) => boolean): void {
  let last = queue.last;
  while (last !== undefined && outdone(last)) {
    queue.pop();
    last = queue.last;
  }
  queue.push(bucket);
}

/** A double-ended queue on an array; the space before `#head` is freed when it exceeds half of the array. */
class Queue<Item> {
  #items: Item[] = [];
  #head = 0;

  get first(): Item | undefined {
    return this.#items[this.#head];
  }

  get last(): Item | undefined {
    return this.#head < this.#items.length ? this.#items.at(-1) : undefined;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  pop(): void {
    if (this.#head < this.#items.length) this.#items.pop();
  }

  shift(): void {
    this.#head += 1;
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }
}
