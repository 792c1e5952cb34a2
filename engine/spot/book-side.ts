import { invariant } from '../invariant.ts';
import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { Side } from './terms.ts';
import type { Ticks } from '../money.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** Index of a price level in its side's pool. */
export type LevelSlot = Branded<'LevelSlot'>;

/**
 * Orders prices by how good they are for a taker: the price of a bid, the negated price of an ask. Higher ranks trade
 * first.
 */
type Rank = Branded<'Rank'>;

// A level has three integers: its rank, and the first and last order of its queue. It is padded to four so that no
// level crosses a cache line.
const integers = 4;
const rankAt = 0;
const firstAt = 1;
const lastAt = 2;

/** Lower than the rank of any price. */
const noRank = -(2 ** 31) as Rank;

const initialLevels = 64;
/** Up to this many values, a loop is faster than `copyWithin`. */
const shortMove = 32;
/** Fewer empty levels than this are not worth sweeping. */
const sweepFrom = 64;

/**
 * One side of a market's book: price levels from worst to best, each with its orders by time of arrival.
 *
 * - The levels are sorted with the best one last, so that the busy end of the array is cheap to change.
 * - An empty level is kept until it becomes the best one, because the next order often has the same price; when most
 *   levels are empty they are swept together.
 * - A small direct-mapped cache from price to level serves the prices in use; other lookups use binary search, so no
 *   choice of prices makes lookups slow.
 *
 * Invariant between calls: the last level is not empty.
 */
export class BookSide {
  readonly side: Side;
  private readonly sign: 1 | -1;
  /** Ranks of the `count` sorted levels, ascending, and in parallel the slots of these levels. */
  private ranks = new Int32Array(initialLevels);
  private slots = new Int32Array(initialLevels);
  private count = 0;
  /** Number of empty levels among the sorted ones. */
  private empty = 0;
  private levels = new Int32Array(initialLevels * integers);
  private used = 0;
  private firstFree: LevelSlot | Absent = absent;
  /**
   * Cache from the low bits of a price to a level that once had such a price; `levelAt` verifies the match. Unused
   * levels have rank 0, which no price has.
   */
  private remembered = new Int32Array(initialLevels * 4);
  /**
   * The first order of the best level and its rank, cached because most orders only need them to see that they do not
   * trade.
   */
  private bestOrder: OrderSlot | Absent = absent;
  private bestRank: Rank = noRank;

  constructor(side: Side) {
    this.side = side;
    this.sign = side === 'buy' ? 1 : -1;
  }

  /** The order that trades next, or `absent` when this side is empty. */
  best(): OrderSlot | Absent {
    return this.bestOrder;
  }

  /** The order that trades next with an incoming order of this limit, or `absent` when their prices do not cross. */
  bestWithin(limit: Ticks): OrderSlot | Absent {
    return this.bestRank >= this.rankOf(limit) ? this.bestOrder : absent;
  }

  /** The best price; null when this side is empty. */
  bestPrice(): Ticks | null {
    return this.bestOrder === absent ? null : ((this.bestRank * this.sign) as Ticks);
  }

  /** Whether an incoming order with this limit accepts the price of an order on this side. */
  meets(price: Ticks, limit: Ticks): boolean {
    return this.rankOf(price) >= this.rankOf(limit);
  }

  /** The order that trades after this one, or `absent`. */
  after(orders: Orders, order: OrderSlot): OrderSlot | Absent {
    const next = orders.next(order);
    if (next !== absent) return next;
    for (let at = this.position(this.rankOf(orders.price(order))) - 1; at >= 0; at -= 1) {
      const first = this.first(this.slots[at] as LevelSlot);
      if (first !== absent) return first;
    }
    return absent;
  }

  /** Adds an order at the end of the queue of its price. */
  append(orders: Orders, order: OrderSlot): void {
    const level = this.levelAt(orders.price(order));
    const last = this.last(level);
    if (last === absent) {
      this.setFirst(level, order);
      this.empty -= 1;
      this.beBestIfBetter(order, this.rankOf(orders.price(order)));
    } else {
      orders.setNext(last, order);
      orders.setPrevious(order, last);
    }
    this.setLast(level, order);
    orders.setLevel(order, level);
  }

  /** Removes an order from any position of its queue. */
  remove(orders: Orders, order: OrderSlot): void {
    const level = orders.level(order);
    invariant(level !== absent, 'an order that is removed must be in the book');
    const next = orders.next(order);
    const previous = orders.previous(order);
    if (previous === absent) this.setFirst(level, next);
    else orders.setNext(previous, next);
    if (next === absent) this.setLast(level, previous);
    else orders.setPrevious(next, previous);
    orders.setNext(order, absent);
    orders.setPrevious(order, absent);
    orders.setLevel(order, absent);
    if (next === absent && previous === absent) this.levelEmptied();
    if (order === this.bestOrder) this.findBest();
  }

  /**
   * Throws unless levels are sorted, queues are linked in both directions and the best level is not empty; returns the
   * number of orders.
   */
  audit(orders: Orders): number {
    let counted = 0;
    let empty = 0;
    for (let at = 0; at < this.count; at += 1) {
      const level = this.slots[at] as LevelSlot;
      const rank = this.ranks[at] as Rank;
      invariant(at === 0 || (this.ranks[at - 1] as number) < rank, 'price levels must be sorted');
      invariant(this.rank(level) === rank, 'a level must be at the position of its price');
      let previous: OrderSlot | Absent = absent;
      for (let order = this.first(level); order !== absent; order = orders.next(order)) {
        invariant(orders.previous(order) === previous, 'a queue must be linked in both directions');
        invariant(orders.level(order) === level, 'an order must reference its level');
        invariant(this.rankOf(orders.price(order)) === rank, 'an order must be in the level of its price');
        invariant(previous === absent || orders.arrivedBefore(previous, order), 'a queue must be in order of arrival');
        previous = order;
        counted += 1;
      }
      invariant(this.last(level) === previous, 'a level must reference the end of its queue');
      if (previous === absent) empty += 1;
    }
    invariant(empty === this.empty, 'the count of empty levels must be correct');
    const isEmpty = this.count === 0;
    invariant(isEmpty === (this.bestOrder === absent), 'the best level must not be empty');
    invariant(
      this.bestOrder === this.firstOfBest() && this.bestRank === (isEmpty ? noRank : this.ranks[this.count - 1]),
      'the cached best order must be correct',
    );
    return counted;
  }

  private beBestIfBetter(order: OrderSlot, rank: Rank): void {
    if (rank <= this.bestRank) return;
    this.bestOrder = order;
    this.bestRank = rank;
  }

  private firstOfBest(): OrderSlot | Absent {
    return this.count === 0 ? absent : this.first(this.slots[this.count - 1] as LevelSlot);
  }

  private findBest(): void {
    this.bestOrder = this.firstOfBest();
    this.bestRank = this.count === 0 ? noRank : (this.ranks[this.count - 1] as Rank);
  }

  private rankOf(price: Ticks): Rank {
    return (price * this.sign) as Rank;
  }

  /** The level of this price, created if necessary. A new level counts as empty. */
  private levelAt(price: Ticks): LevelSlot {
    const rank = this.rankOf(price);
    const memory = price & (this.remembered.length - 1);
    const remembered = this.remembered[memory] as LevelSlot;
    if (this.rank(remembered) === rank) return remembered;
    const at = this.position(rank);
    const level =
      at < this.count && this.ranks[at] === rank ? (this.slots[at] as LevelSlot) : this.insertLevel(at, rank);
    this.remembered[price & (this.remembered.length - 1)] = level;
    return level;
  }

  /** The number of levels with a lower rank, which is the position of this rank. */
  private position(rank: Rank): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ranks[middle] as number) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insertLevel(at: number, rank: Rank): LevelSlot {
    if (this.count === this.ranks.length) this.grow();
    const level = this.takeSlot(rank);
    insert(this.ranks, at, this.count, rank);
    insert(this.slots, at, this.count, level);
    this.count += 1;
    this.empty += 1;
    return level;
  }

  private levelEmptied(): void {
    this.empty += 1;
    while (this.count > 0 && this.first(this.slots[this.count - 1] as LevelSlot) === absent) {
      this.count -= 1;
      this.empty -= 1;
      this.freeSlot(this.slots[this.count] as LevelSlot);
    }
    if (this.empty >= sweepFrom && this.empty * 2 > this.count) this.sweep();
  }

  /**
   * Removes all empty levels. At least half as many removals precede it as it visits levels, so its amortized cost is
   * low.
   */
  private sweep(): void {
    let kept = 0;
    for (let at = 0; at < this.count; at += 1) {
      const level = this.slots[at] as LevelSlot;
      if (this.first(level) === absent) {
        this.freeSlot(level);
        continue;
      }
      this.ranks[kept] = this.ranks[at] as number;
      this.slots[kept] = level;
      kept += 1;
    }
    this.count = kept;
    this.empty = 0;
  }

  private rank(level: LevelSlot): Rank {
    return this.levels[level * integers + rankAt] as Rank;
  }

  private first(level: LevelSlot): OrderSlot | Absent {
    return this.levels[level * integers + firstAt] as OrderSlot | Absent;
  }

  private setFirst(level: LevelSlot, order: OrderSlot | Absent): void {
    this.levels[level * integers + firstAt] = order;
  }

  private last(level: LevelSlot): OrderSlot | Absent {
    return this.levels[level * integers + lastAt] as OrderSlot | Absent;
  }

  private setLast(level: LevelSlot, order: OrderSlot | Absent): void {
    this.levels[level * integers + lastAt] = order;
  }

  private takeSlot(rank: Rank): LevelSlot {
    let level = this.firstFree;
    if (level === absent) {
      level = this.used as LevelSlot;
      this.used += 1;
    } else {
      this.firstFree = this.levels[level * integers + firstAt] as LevelSlot | Absent;
    }
    this.levels[level * integers + rankAt] = rank;
    this.setFirst(level, absent);
    this.setLast(level, absent);
    return level;
  }

  /** A free level has rank 0, which no price has, so that stale cache entries do not match. */
  private freeSlot(level: LevelSlot): void {
    this.levels[level * integers + rankAt] = 0;
    this.levels[level * integers + firstAt] = this.firstFree;
    this.firstFree = level;
  }

  private grow(): void {
    const capacity = this.ranks.length * 2;
    const ranks = new Int32Array(capacity);
    ranks.set(this.ranks);
    this.ranks = ranks;
    const slots = new Int32Array(capacity);
    slots.set(this.slots);
    this.slots = slots;
    const levels = new Int32Array(capacity * integers);
    levels.set(this.levels);
    this.levels = levels;
    this.remembered = new Int32Array(capacity * 4);
  }
}

/** Inserts a value at an index among the first `count`. Most insertions are near the end. */
function insert(values: Int32Array, at: number, count: number, value: number): void {
  if (count - at > shortMove) {
    values.copyWithin(at + 1, at, count);
  } else {
    for (let from = count; from > at; from -= 1) values[from] = values[from - 1] as number;
  }
  values[at] = value;
}
