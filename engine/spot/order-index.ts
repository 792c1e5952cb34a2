import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import type { Absent } from '../absent.ts';
import type { OrderId } from '../identifiers.ts';
import type { OrderSlot, Orders } from './orders.ts';

// An entry is two 32-bit integers: the low half of the order's id, then its slot, `absent` where the entry is empty.
const integers = 2;
/** Ids that share a block of the table, and so a cache line. */
const blockBits = 3;
const blockMask = (1 << blockBits) - 1;

/**
 * Finds the slot of a live order by its id.
 *
 * Open addressing with linear probing, at most three quarters full, removal by shifting back. Ids are dense and ascending,
 * so eight of them in a row share a block: new orders fill one cache line after the other, while the blocks themselves are
 * spread by Fibonacci hashing, which keeps blocks in a row apart. Only the low half of an id is kept; the order itself tells
 * whether the rest is right.
 */
export class OrderIndex {
  private readonly orders: Orders;
  private entries = emptyEntries(2048);
  private mask = 2047;
  private shift = Math.clz32(2047) + blockBits;
  private count = 0;

  constructor(orders: Orders) {
    this.orders = orders;
  }

  /** How many orders are live. */
  get size(): number {
    return this.count;
  }

  /** The slot of a live order, or `absent`. */
  find(order: OrderId): OrderSlot | Absent {
    const low = order | 0;
    for (let at = this.home(low); ; at = (at + 1) & this.mask) {
      const slot = this.slotAt(at);
      if (slot === absent) return absent;
      if (this.entries[at * integers] === low && this.orders.id(slot) === order) return slot;
    }
  }

  /** Adds an order that is not there. */
  add(order: OrderId, slot: OrderSlot): void {
    if (this.count * 4 > this.mask * 3) this.grow();
    this.count += 1;
    this.insert(order, slot);
  }

  /** Removes an order that is there. */
  remove(order: OrderId, slot: OrderSlot): void {
    let hole = this.home(order | 0);
    while (this.slotAt(hole) !== slot) {
      invariant(this.slotAt(hole) !== absent, 'an order that leaves the index must be in it');
      hole = (hole + 1) & this.mask;
    }
    this.count -= 1;
    // Every entry up to the next gap moves into the hole unless that would put it before its home.
    for (let at = (hole + 1) & this.mask; ; at = (at + 1) & this.mask) {
      const moved = this.slotAt(at);
      if (moved === absent) break;
      const distanceFromHome = (at - this.home(this.entries[at * integers] as number)) & this.mask;
      const distanceFromHole = (at - hole) & this.mask;
      if (distanceFromHome < distanceFromHole) continue;
      this.entries[hole * integers] = this.entries[at * integers] as number;
      this.entries[hole * integers + 1] = moved;
      hole = at;
    }
    this.entries[hole * integers + 1] = absent;
  }

  private slotAt(at: number): OrderSlot | Absent {
    return this.entries[at * integers + 1] as OrderSlot | Absent;
  }

  /** Where the probe for an id begins, by its low half, so that moving an entry does not read its order. */
  private home(low: number): number {
    const block = Math.imul(low >>> blockBits, 0x9e3779b1) >>> this.shift;
    return (block << blockBits) | (low & blockMask);
  }

  private insert(order: OrderId, slot: OrderSlot): void {
    let at = this.home(order | 0);
    while (this.slotAt(at) !== absent) at = (at + 1) & this.mask;
    this.entries[at * integers] = order | 0;
    this.entries[at * integers + 1] = slot;
  }

  private grow(): void {
    const old = this.entries;
    this.entries = emptyEntries(old.length);
    this.mask = old.length - 1;
    this.shift = Math.clz32(this.mask) + blockBits;
    for (let at = 1; at < old.length; at += integers) {
      const slot = old[at] as OrderSlot | Absent;
      if (slot !== absent) this.insert(this.orders.id(slot), slot);
    }
  }
}

function emptyEntries(count: number): Int32Array {
  return new Int32Array(count * integers).fill(absent);
}
