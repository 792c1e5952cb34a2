import { invariant } from '../invariant.ts';
import type { Absent } from '../absent.ts';
import type { OrderId } from '../identifiers.ts';
import type { OrderSlot, Orders } from './orders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** Consecutive ids that share a block of heads, and so a cache line. */
const blockBits = 4;
const blockMask = (1 << blockBits) - 1;

const initialHeads = 2048;

/**
 * A hash table that finds the slot of a live order by its id.
 *
 * Chained, with at least four heads per three orders, so that most chains have one entry. Ids are consecutive and
 * ascending, and sixteen consecutive ids share a block of heads: new orders fill one cache line after another, while
 * Fibonacci hashing spreads the blocks. The chain links are stored with the other links of an order. Removing an order
 * touches nothing outside its chain; with open addressing, moving the following entries took a quarter of the time of a
 * cancel.
 */
export class OrderIndex {
  private readonly orders: Orders;
  private heads = emptyHeads(initialHeads);
  private shift = shiftOf(initialHeads);
  private count = 0;

  constructor(orders: Orders) {
    this.orders = orders;
  }

  /** Number of live orders. */
  get size(): number {
    return this.count;
  }

  /** The slot of a live order, or `absent`. */
  find(order: OrderId): OrderSlot | Absent {
    const { orders } = this;
    const low = order | 0;
    let slot = this.heads[this.home(low)] as OrderSlot | Absent;
    while (slot !== absent && (orders.idLow(slot) !== low || orders.id(slot) !== order)) slot = orders.chained(slot);
    return slot;
  }

  /** Adds an order of the pool; it must not be in the index. */
  add(slot: OrderSlot): void {
    if (this.count * 4 > this.heads.length * 3) this.grow();
    this.count += 1;
    this.insert(slot);
  }

  /** Removes an order, which must be in the index. */
  remove(slot: OrderSlot): void {
    const { heads, orders } = this;
    const home = this.home(orders.idLow(slot));
    const next = orders.chained(slot);
    this.count -= 1;
    let before = heads[home] as OrderSlot | Absent;
    if (before === slot) {
      heads[home] = next;
      return;
    }
    for (;;) {
      invariant(before !== absent, 'an order that is removed from the index must be in it');
      const chained = orders.chained(before);
      if (chained === slot) break;
      before = chained;
    }
    orders.setChained(before, next);
  }

  /** The head of an id's chain, from the id's low half. */
  private home(low: number): number {
    const block = Math.imul(low >>> blockBits, 0x9e3779b1) >>> this.shift;
    return (block << blockBits) | (low & blockMask);
  }

  private insert(slot: OrderSlot): void {
    const { heads, orders } = this;
    const home = this.home(orders.idLow(slot));
    orders.setChained(slot, heads[home] as OrderSlot | Absent);
    heads[home] = slot;
  }

  private grow(): void {
    const old = this.heads;
    this.heads = emptyHeads(old.length * 2);
    this.shift = shiftOf(this.heads.length);
    for (const head of old) {
      for (let slot = head as OrderSlot | Absent; slot !== absent;) {
        const next = this.orders.chained(slot);
        this.insert(slot);
        slot = next;
      }
    }
  }
}

function emptyHeads(count: number): Int32Array {
  return new Int32Array(count).fill(absent);
}

/** The shift that maps a hashed block number to the blocks of this many heads. */
function shiftOf(heads: number): number {
  return Math.clz32(heads - 1) + blockBits;
}
