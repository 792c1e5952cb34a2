import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { stopOf } from './stop.ts';
import type { Absent } from '../absent.ts';
import type { Side } from './terms.ts';
import type { Ticks } from '../money.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** The waiting stop orders of a market. */
export class StopBook {
  readonly buys = new StopQueue('buy');
  readonly sells = new StopQueue('sell');

  of(side: Side): StopQueue {
    return side === 'buy' ? this.buys : this.sells;
  }
}

/**
 * The waiting stop orders of one side, in triggering order: buys by lowest stop price, sells by highest, and the
 * earliest first at equal prices. A binary heap whose orders store their index, so that adding, removing the first and
 * cancelling any of n orders take log n steps. No two orders are equal in this order, so the heap's history does not
 * matter.
 */
export class StopQueue {
  private readonly sign: 1 | -1;
  private readonly waiting: OrderSlot[] = [];
  /** The furthest price reached by trades whose stop orders have not all fired yet; null when all have. */
  reached: Ticks | null = null;

  constructor(side: Side) {
    this.sign = side === 'buy' ? 1 : -1;
  }

  get size(): number {
    return this.waiting.length;
  }

  /** The order that triggers next, or `absent`. */
  first(): OrderSlot | Absent {
    return this.waiting[0] ?? absent;
  }

  /** Whether a trade at this price triggers an order with this stop price. */
  isMet(stopPrice: Ticks, tradePrice: Ticks): boolean {
    return (tradePrice - stopPrice) * this.sign >= 0;
  }

  /** Whether a trade at this price triggers the first order. */
  isFirstMet(orders: Orders, tradePrice: Ticks): boolean {
    const first = this.waiting[0];
    return first !== undefined && this.isMet(stopOf(orders, first).price, tradePrice);
  }

  add(orders: Orders, order: OrderSlot): void {
    this.waiting.push(order);
    this.rise(orders, order, this.waiting.length - 1);
  }

  /** Removes an order from any position. */
  remove(orders: Orders, order: OrderSlot): void {
    const { place } = stopOf(orders, order);
    invariant(this.waiting[place] === order, 'a stop order that is removed must be in its queue');
    const last = this.waiting.pop();
    if (last === undefined || last === order) return;
    this.rise(orders, last, place);
    this.sink(orders, last, stopOf(orders, last).place);
  }

  /** Throws unless every order waits, stores its index and precedes those below it; returns the number of orders. */
  audit(orders: Orders, lastPrice: Ticks | null): number {
    for (const [place, order] of this.waiting.entries()) {
      const stop = stopOf(orders, order);
      invariant(stop.place === place && stop.trigger === null, 'a waiting stop order must store its index');
      const above = this.waiting[(place - 1) >> 1];
      invariant(
        place === 0 || above === undefined || this.isBefore(orders, above, order),
        'stop orders must be in heap order',
      );
      const isDue = this.reached !== null && this.isMet(stop.price, this.reached);
      const isMissed = lastPrice !== null && this.isMet(stop.price, lastPrice) && !isDue;
      invariant(!isMissed, 'a stop order whose price was reached must be due');
    }
    return this.waiting.length;
  }

  /** Moves an order up from an index to its position in the heap. */
  private rise(orders: Orders, order: OrderSlot, from: number): void {
    let place = from;
    while (place > 0) {
      const up = (place - 1) >> 1;
      const above = this.waiting[up];
      if (above === undefined || this.isBefore(orders, above, order)) break;
      this.put(orders, above, place);
      place = up;
    }
    this.put(orders, order, place);
  }

  /** Moves an order down from an index to its position in the heap. */
  private sink(orders: Orders, order: OrderSlot, from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const next = this.earlierOf(orders, left, left + 1);
      const below = this.waiting[next];
      if (below === undefined || this.isBefore(orders, order, below)) break;
      this.put(orders, below, place);
      place = next;
    }
    this.put(orders, order, place);
  }

  /** The index of the earlier of two siblings; the second may not exist. */
  private earlierOf(orders: Orders, left: number, right: number): number {
    const a = this.waiting[left];
    const b = this.waiting[right];
    return a !== undefined && b !== undefined && this.isBefore(orders, b, a) ? right : left;
  }

  private isBefore(orders: Orders, a: OrderSlot, b: OrderSlot): boolean {
    const apart = (stopOf(orders, a).price - stopOf(orders, b).price) * this.sign;
    return apart === 0 ? orders.id(a) < orders.id(b) : apart < 0;
  }

  private put(orders: Orders, order: OrderSlot, place: number): void {
    this.waiting[place] = order;
    stopOf(orders, order).place = place;
  }
}
