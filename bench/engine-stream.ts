/** One operation on one order book, the same for every engine under measurement. */
export type Operation =
  | {
      readonly kind: 'place';
      /** Dense from 1, in the order of placement, so that it is the engine's own order id too. */
      readonly order: number;
      /** From 0. */
      readonly user: number;
      readonly side: 'buy' | 'sell';
      readonly price: number;
      readonly quantity: number;
    }
  | { readonly kind: 'cancel'; readonly order: number; readonly user: number };

/** What the stream's own book says the operations of `measured` come to. */
export interface Expected {
  readonly trades: number;
  readonly volume: number;
}

export interface Stream {
  /** Fills the book; not measured. */
  readonly opening: readonly Operation[];
  readonly measured: readonly Operation[];
  readonly expected: Expected;
}

export interface StreamOptions {
  readonly seed: number;
  readonly operations: number;
  /** Orders that stand in the book when the measurement begins, and about as many all the time. */
  readonly liveOrders: number;
  readonly users: number;
}

interface Resting {
  readonly order: number;
  readonly user: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  remaining: number;
  /** Its place among the live orders, for removal without searching. */
  place: number;
}

const middle = 100_000;
const reach = 4000;
/** Mean distance of a resting order from the middle, in ticks. */
const meanDistance = 200;

/**
 * A seeded stream: 50 % resting limit orders on both sides of the middle, 45 % cancels of a random live order, 5 % orders
 * that cross: each completes the order at the front and takes a part of the next, so the book keeps its size.
 */
export function buildStream(options: StreamOptions): Stream {
  const book = new StreamBook(options);
  const opening: Operation[] = [];
  while (opening.length < options.liveOrders) opening.push(book.rest());
  book.trades = 0;
  book.volume = 0;
  const measured: Operation[] = [];
  while (measured.length < options.operations) {
    const chance = book.random();
    if (chance < 0.5) measured.push(book.rest());
    else if (chance < 0.95) measured.push(book.cancel());
    else measured.push(book.cross());
  }
  return { opening, measured, expected: { trades: book.trades, volume: book.volume } };
}

/** A plain book of arrays that knows what is live and who stands at the front. */
class StreamBook {
  trades = 0;
  volume = 0;
  private readonly users: number;
  private readonly live: Resting[] = [];
  /** Queues by distance from the middle; distance 0 stays empty. */
  private readonly bids: Resting[][] = queues();
  private readonly asks: Resting[][] = queues();
  private orders = 0;
  private state: number;

  constructor(options: StreamOptions) {
    this.users = options.users;
    this.state = options.seed | 0;
  }

  /** From 0 to below 1 (the generator mulberry32). */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  rest(): Operation {
    const side = this.random() < 0.5 ? 'buy' : 'sell';
    const distance = 1 + Math.min(reach - 1, Math.floor(-Math.log(1 - this.random()) * meanDistance));
    const price = side === 'buy' ? middle - distance : middle + distance;
    const quantity = 1 + Math.floor(this.random() * 100);
    const user = Math.floor(this.random() * this.users);
    this.orders += 1;
    const resting = { order: this.orders, user, side, price, remaining: quantity, place: this.live.length } as const;
    const kept: Resting = { ...resting };
    this.live.push(kept);
    this.queuesOf(side)[distance]?.push(kept);
    return { kind: 'place', order: kept.order, user, side, price, quantity };
  }

  cancel(): Operation {
    const resting = this.live[Math.floor(this.random() * this.live.length)];
    if (resting === undefined) return this.rest();
    this.remove(resting);
    return { kind: 'cancel', order: resting.order, user: resting.user };
  }

  cross(): Operation {
    const side = this.random() < 0.5 ? 'buy' : 'sell';
    const [first, second] = this.front(side === 'buy' ? 'sell' : 'buy');
    if (first === undefined || second === undefined) return this.rest();
    // Neither maker's own user takes, so that no engine's self-trade rules come into it.
    let user = Math.floor(this.random() * this.users);
    while (user === first.user || user === second.user) user = (user + 1) % this.users;
    const part = Math.min(second.remaining - 1, Math.floor(this.random() * 50));
    const quantity = first.remaining + part;
    this.orders += 1;
    this.trades += part > 0 ? 2 : 1;
    this.volume += quantity;
    second.remaining -= part;
    this.remove(first);
    return { kind: 'place', order: this.orders, user, side, price: second.price, quantity };
  }

  /** The two orders of a side that would trade first. */
  private front(side: 'buy' | 'sell'): Resting[] {
    const found: Resting[] = [];
    for (const queue of this.queuesOf(side)) {
      found.push(...queue.slice(0, 2 - found.length));
      if (found.length === 2) break;
    }
    return found;
  }

  private remove(resting: Resting): void {
    const queue = this.queuesOf(resting.side)[Math.abs(resting.price - middle)] ?? [];
    queue.splice(queue.indexOf(resting), 1);
    const last = this.live.pop();
    if (last === undefined || last === resting) return;
    this.live[resting.place] = last;
    last.place = resting.place;
  }

  private queuesOf(side: 'buy' | 'sell'): Resting[][] {
    return side === 'buy' ? this.bids : this.asks;
  }
}

function queues(): Resting[][] {
  return Array.from({ length: reach + 1 }, () => []);
}
