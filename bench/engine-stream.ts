/** One operation on an order book, the same for every measured engine. */
export type Operation = PlaceOperation | CancelOperation;

export interface PlaceOperation {
  readonly kind: 'place';
  /** The index of the market. */
  readonly market: number;
  /** Consecutive from 1 over all markets in the order of placement, so that it equals the engine's own order id. */
  readonly order: number;
  /** The index of the user. */
  readonly user: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly quantity: number;
}

export interface CancelOperation {
  readonly kind: 'cancel';
  readonly market: number;
  readonly order: number;
  readonly user: number;
}

/**
 * The results according to the stream's own book: trades and volume of `measured`, and the lots that rest at the end.
 */
export interface Expected {
  readonly trades: number;
  /** The number of lots traded. */
  readonly volume: number;
  /** The number of lots of the orders that are open at the end. */
  readonly restingLots: number;
}

export interface Stream {
  readonly options: StreamOptions;
  /** Fills the book; not measured. */
  readonly opening: Operations;
  readonly measured: Operations;
  readonly expected: Expected;
}

export interface StreamOptions {
  readonly seed: number;
  readonly operations: number;
  /** Orders in the books when the measurement begins; the number stays about the same. */
  readonly liveOrders: number;
  readonly users: number;
  readonly markets: number;
  /** `mixed` rests, cancels and crosses; `inserts` only rests, so that the books grow. */
  readonly kind: 'mixed' | 'inserts';
}

interface Resting {
  readonly market: number;
  readonly order: number;
  readonly user: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  remaining: number;
  /** Index among the live orders, which makes removal O(1). */
  place: number;
}

export const middle = 100_000;
/** The maximum distance of a resting order from the middle, in ticks. */
export const reach = 4000;
/** The mean distance in ticks. */
const meanDistance = 200;

/**
 * A seeded stream: 50 % resting limit orders on both sides of the middle, 45 % cancels of a random live order, 5 %
 * crossing orders. Each crossing order fills the first order of the queue and part of the second, so the books keep
 * their size.
 */
export function buildStream(options: StreamOptions): Stream {
  const book = new StreamBook(options);
  const opening = new Operations();
  while (opening.length < options.liveOrders) opening.push(book.rest());
  book.trades = 0;
  book.volume = 0;
  const measured = new Operations();
  while (measured.length < options.operations) {
    const chance = options.kind === 'inserts' ? 0 : book.random();
    if (chance < 0.5) measured.push(book.rest());
    else if (chance < 0.95) measured.push(book.cancel());
    else measured.push(book.cross());
  }
  const { trades, volume, restingLots } = book;
  return { options, opening, measured, expected: { trades, volume, restingLots } };
}

const fields = 6;

/** Operations as columns of integers, so that millions of them put no load on the heap and the garbage collector. */
export class Operations {
  length = 0;
  private columns = new Int32Array(1024 * fields);

  push(operation: Operation): void {
    const at = this.length * fields;
    if (at === this.columns.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.columns);
      this.columns = grown;
    }
    this.columns[at] = operation.market;
    this.columns[at + 1] = operation.order;
    this.columns[at + 2] = operation.user;
    this.columns[at + 3] = operation.kind === 'cancel' ? 0 : operation.side === 'buy' ? 1 : 2;
    this.columns[at + 4] = operation.kind === 'cancel' ? 0 : operation.price;
    this.columns[at + 5] = operation.kind === 'cancel' ? 0 : operation.quantity;
    this.length += 1;
  }

  get(index: number): Operation {
    const at = index * fields;
    const market = this.columns[at] ?? 0;
    const order = this.columns[at + 1] ?? 0;
    const user = this.columns[at + 2] ?? 0;
    const sort = this.columns[at + 3] ?? 0;
    if (sort === 0) return { kind: 'cancel', market, order, user };
    const price = this.columns[at + 4] ?? 0;
    const quantity = this.columns[at + 5] ?? 0;
    return { kind: 'place', market, order, user, side: sort === 1 ? 'buy' : 'sell', price, quantity };
  }
}

/** Simple array-based books that track live orders and the front of each queue. */
class StreamBook {
  trades = 0;
  volume = 0;
  /** The number of lots resting in the books. */
  restingLots = 0;
  private readonly options: StreamOptions;
  private readonly live: Resting[] = [];
  /** Queues by market, side and distance from the middle; distance 0 stays empty. */
  private readonly bids: Resting[][][];
  private readonly asks: Resting[][][];
  private orders = 0;
  private state: number;

  constructor(options: StreamOptions) {
    this.options = options;
    this.state = options.seed | 0;
    this.bids = Array.from({ length: options.markets }, queues);
    this.asks = Array.from({ length: options.markets }, queues);
  }

  /** A random number from 0 to below 1 (mulberry32). */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  rest(): Operation {
    const market = this.below(this.options.markets);
    const side = this.random() < 0.5 ? 'buy' : 'sell';
    const distance = 1 + Math.min(reach - 1, Math.floor(-Math.log(1 - this.random()) * meanDistance));
    const price = side === 'buy' ? middle - distance : middle + distance;
    const quantity = 1 + this.below(100);
    const user = this.below(this.options.users);
    this.orders += 1;
    this.restingLots += quantity;
    const order = this.orders;
    if (this.options.kind === 'mixed') {
      const resting = { market, order, user, side, price, remaining: quantity, place: this.live.length } as const;
      const kept: Resting = { ...resting };
      this.live.push(kept);
      this.queuesOf(market, side)[distance]?.push(kept);
    }
    return { kind: 'place', market, order, user, side, price, quantity };
  }

  cancel(): Operation {
    const resting = this.live[this.below(this.live.length)];
    if (resting === undefined) return this.rest();
    this.remove(resting);
    return { kind: 'cancel', market: resting.market, order: resting.order, user: resting.user };
  }

  cross(): Operation {
    const market = this.below(this.options.markets);
    const side = this.random() < 0.5 ? 'buy' : 'sell';
    const [first, second] = this.front(market, side === 'buy' ? 'sell' : 'buy');
    if (first === undefined || second === undefined) return this.rest();
    // The taker is a user other than both makers, so that self-trade rules never apply.
    let user = this.below(this.options.users);
    while (user === first.user || user === second.user) user = (user + 1) % this.options.users;
    const part = Math.min(second.remaining - 1, this.below(50));
    const quantity = first.remaining + part;
    this.orders += 1;
    this.trades += part > 0 ? 2 : 1;
    this.volume += quantity;
    second.remaining -= part;
    this.restingLots -= part;
    this.remove(first);
    return { kind: 'place', market, order: this.orders, user, side, price: second.price, quantity };
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** The two orders of a side that would trade first. */
  private front(market: number, side: 'buy' | 'sell'): Resting[] {
    const found: Resting[] = [];
    for (const queue of this.queuesOf(market, side)) {
      found.push(...queue.slice(0, 2 - found.length));
      if (found.length === 2) break;
    }
    return found;
  }

  private remove(resting: Resting): void {
    this.restingLots -= resting.remaining;
    const queue = this.queuesOf(resting.market, resting.side)[Math.abs(resting.price - middle)] ?? [];
    queue.splice(queue.indexOf(resting), 1);
    const last = this.live.pop();
    if (last === undefined || last === resting) return;
    this.live[resting.place] = last;
    last.place = resting.place;
  }

  private queuesOf(market: number, side: 'buy' | 'sell'): Resting[][] {
    return (side === 'buy' ? this.bids : this.asks)[market] ?? [];
  }
}

function queues(): Resting[][] {
  return Array.from({ length: reach + 1 }, () => []);
}
