import { describe, expect, it } from 'vitest';
import { absent } from '../absent.ts';
import { btcusdt } from '../testing/test-exchange.ts';
import { amount, lots, ticks } from '../money.ts';
import { orderId, userId } from '../identifiers.ts';
import { Random } from '../simulation/random.ts';
import { BookSide } from './book-side.ts';
import { Orders } from './orders.ts';
import type { Side } from './terms.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { OrderSlot } from './orders.ts';
import type { TraderSlot } from './traders.ts';

const trader = 0 as TraderSlot;
const account = 0 as AccountSlot;

/** One side of a book, and a plain array with the same orders. */
class WatchedSide {
  readonly orders = new Orders();
  readonly book: BookSide;
  readonly plain: OrderSlot[] = [];
  private count = 0;

  constructor(side: Side) {
    this.book = new BookSide(side);
  }

  append(price: number): void {
    this.count += 1;
    const { side } = this.book;
    const plain = {
      user: userId(1),
      market: btcusdt,
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
    } as const;
    const terms = { ...plain, quoteAmount: null, stopPrice: null, clientOrderId: null, held: amount(0) };
    const order = { ...terms, order: orderId(this.count), side, price: ticks(price) };
    const slot = this.orders.add(order, lots(1), trader, account, { sequence: 1, timeMs: 0 });
    this.book.append(this.orders, slot);
    this.plain.push(slot);
  }

  remove(slot: OrderSlot | undefined): void {
    if (slot === undefined) return;
    this.plain.splice(this.plain.indexOf(slot), 1);
    this.book.remove(this.orders, slot);
    this.orders.remove(slot);
  }

  /** Ids in matching order, according to the book. */
  queue(): number[] {
    const ids: number[] = [];
    for (let at = this.book.best(); at !== absent; at = this.book.after(this.orders, at)) ids.push(this.orders.id(at));
    return ids;
  }

  /** Ids in matching order, found by sorting. */
  sorted(): number[] {
    const better = this.book.side === 'buy' ? -1 : 1;
    const byPrice = (a: OrderSlot, b: OrderSlot): number => better * (this.orders.price(a) - this.orders.price(b));
    return this.plain
      .toSorted((a, b) => byPrice(a, b) || this.orders.id(a) - this.orders.id(b))
      .map((slot) => this.orders.id(slot));
  }
}

describe.each(['buy', 'sell'] as const)('the %s side of a book', (side) => {
  it.each([
    [1, 3, 0.5],
    [2, 50, 0.6],
    [3, 5000, 0.55],
    [4, 2 ** 31 - 1, 0.52],
  ])(
    'keeps price-time priority under random insertions and removals (seed %i, prices to %i)',
    (seed, highest, growth) => {
      const random = new Random(seed);
      const watched = new WatchedSide(side);
      // The book grows, shrinks until nearly empty, and grows again.
      for (let step = 1; step <= 6000; step += 1) {
        const chance = step % 4000 < 2500 ? growth + 0.2 : 0.2;
        if (random.integer(1, 1000) <= chance * 1000) watched.append(random.integer(1, highest));
        else watched.remove(random.anyOf(watched.plain));
        if (step % 100 !== 0) continue;
        expect(watched.book.audit(watched.orders)).toBe(watched.plain.length);
        expect(watched.queue()).toEqual(watched.sorted());
      }
    },
  );

  it('finds a price again after its level and many others have emptied', () => {
    const watched = new WatchedSide(side);
    for (let round = 0; round < 3; round += 1) {
      for (let price = 1; price <= 1000; price += 1) watched.append(price);
      for (const slot of watched.plain.filter((_, at) => at % 10 !== round)) watched.remove(slot);
      watched.book.audit(watched.orders);
      expect(watched.queue()).toEqual(watched.sorted());
    }
  });

  it('is empty after its last order is removed', () => {
    const watched = new WatchedSide(side);
    watched.append(5);
    watched.append(7);
    for (const slot of watched.plain.slice()) watched.remove(slot);

    expect(watched.book.best()).toBe(absent);
    expect(watched.book.bestPrice()).toBeNull();
  });
});
