import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { stopOf } from './stop.ts';
import type { Absent } from '../absent.ts';
import type { Side } from './terms.ts';
import type { Ticks } from '../money.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** The stop orders of one market that wait for a trade at their price. */
export class StopBook {
  readonly buys = new StopQueue('buy');
  readonly sells = new StopQueue('sell');

  of(side: Side): StopQueue {
    return side === 'buy' ? this.buys : this.sells;
  }
}

/**
 * The waiting stop orders of one side, the one nearest to the market first: of buys the lowest stop price, of sells the
 * highest; at one price the earliest. A binary heap whose orders know their place in it, so that adding, taking the
 * first and cancelling any of n each take log n steps. No two orders are equal in this order, so how the heap came to
 * be changes nothing.
 */
export class StopQueue {
  private readonly sign: 1 | -1;
  private readonly waiting: OrderSlot[] = [];
  /**
   * The furthest price that trades have come to while the stops up to it have not all been fired; null when all have.
   */
  reached: Ticks | null = null;

  constructor(side: Side) {
    this.sign = side === 'buy' ? 1 : -1;
  }

  get size(): number {
    return this.waiting.length;
  }

  /** The order that is triggered next, or `absent`. */
  first(): OrderSlot | Absent {
    return this.waiting[0] ?? absent;
  }

  /** Whether a trade at this price triggers an order with this stop price. */
  isMet(stopPrice: Ticks, tradePrice: Ticks): boolean {
    return (tradePrice - stopPrice) * this.sign >= 0;
  }

  /** Whether a trade at this price triggers the order that is nearest. */
  isFirstMet(orders: Orders, tradePrice: Ticks): boolean {
    const first = this.waiting[0];
    return first !== undefined && this.isMet(stopOf(orders, first).price, tradePrice);
  }

  add(orders: Orders, order: OrderSlot): void {
    this.waiting.push(order);
    this.rise(orders, order, this.waiting.length - 1);
  }

  /** Takes an order out, wherever it stands. */
  remove(orders: Orders, order: OrderSlot): void {
    const { place } = stopOf(orders, order);
    invariant(this.waiting[place] === order, 'a stop order that leaves its queue must stand in it');
    const last = this.waiting.pop();
    if (last === undefined || last === order) return;
    this.rise(orders, last, place);
    this.sink(orders, last, stopOf(orders, last).place);
  }

  /**
   * Throws unless every order stands where it says, waits, and comes before those below it; answers how many there are.
   */
  audit(orders: Orders, lastPrice: Ticks | null): number {
    for (const [place, order] of this.waiting.entries()) {
      const stop = stopOf(orders, order);
      invariant(stop.place === place && stop.trigger === null, 'a waiting stop order must know its place');
      const above = this.waiting[(place - 1) >> 1];
      invariant(place === 0 || above === undefined || this.isBefore(orders, above, order), 'stops must be in order');
      const isDue = this.reached !== null && this.isMet(stop.price, this.reached);
      const isMissed = lastPrice !== null && this.isMet(stop.price, lastPrice) && !isDue;
      invariant(!isMissed, 'a stop order whose price was reached must be due');
    }
    return this.waiting.length;
  }

  /** Puts an order at a place or above it, as far up as it belongs. */
  private rise(orders: Orders, order: OrderSlot, from: number): void {
    let place = from;
    while (place > 0) {
      const up = (place - 1) >> 1;
      const above = this.waiting[up];
      if (above === undefined || this.isBefore(orders, above, order)) break;
      this.stand(orders, above, place);
      place = up;
    }
    this.stand(orders, order, place);
  }

  /** Puts an order at a place or below it, as far down as it belongs. */
  private sink(orders: Orders, order: OrderSlot, from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      const next = this.earlierOf(orders, left, left + 1);
      const below = this.waiting[next];
      if (below === undefined || this.isBefore(orders, order, below)) break;
      this.stand(orders, below, place);
      place = next;
    }
    this.stand(orders, order, place);
  }

  /** The place of the one that comes first of two neighbours, of which the second may not be there. */
  private earlierOf(orders: Orders, left: number, right: number): number {
    const a = this.waiting[left];
    const b = this.waiting[right];
    return a !== undefined && b !== undefined && this.isBefore(orders, b, a) ? right : left;
  }

  private isBefore(orders: Orders, a: OrderSlot, b: OrderSlot): boolean {
    const apart = (stopOf(orders, a).price - stopOf(orders, b).price) * this.sign;
    return apart === 0 ? orders.id(a) < orders.id(b) : apart < 0;
  }

  private stand(orders: Orders, order: OrderSlot, place: number): void {
    this.waiting[place] = order;
    stopOf(orders, order).place = place;
  }
}
