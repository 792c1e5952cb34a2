import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { FeeRates } from '../market/commands.ts';
import type { UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** Index of a user among the traders of one market. Valid as long as the market exists. */
export type TraderSlot = Branded<'TraderSlot'>;

// A trader is one record of 32 bytes. With many markets all records together exceed the cache, so an order reads only
// this one, and a trade finds both accounts and both rates in it.
const integers = 8;
const baseAt = 0;
const quoteAt = 1;
const openOrdersAt = 2;
const userAt = 3;
/** 1 while the user's trading is stopped. */
const stoppedAt = 6;
/** The newest open order, at the head of the trader's chain. */
const newestAt = 7;
const makerFeeAt = 4;
const takerFeeAt = 5;

const initialTraders = 64;

/**
 * The users who ever had an order accepted on one market: their two accounts, fee rates, number of open orders, and
 * whether their trading is stopped. This is the only lookup of the user when an order is placed.
 */
export class Traders {
  private records = new Int32Array(initialTraders * integers);
  private count = 0;
  /**
   * A hash table of slots with open addressing and linear probing, at most half full; `absent` marks empty entries.
   * Entries are never removed.
   */
  private table = emptyTable(initialTraders);

  /** The user's slot, or `absent`. */
  find(user: UserId): TraderSlot | Absent {
    return this.table[this.positionOf(user)] as TraderSlot | Absent;
  }

  /** Adds a user for whom `find` returns `absent`. */
  add(user: UserId, base: AccountSlot, quote: AccountSlot, rates: FeeRates): TraderSlot {
    if (this.count * integers === this.records.length) this.grow();
    const slot = this.count as TraderSlot;
    this.count += 1;
    this.records[slot * integers + baseAt] = base;
    this.records[slot * integers + quoteAt] = quote;
    this.records[slot * integers + userAt] = user;
    this.records[slot * integers + newestAt] = absent;
    this.setRates(slot, rates);
    this.table[this.positionOf(user)] = slot;
    return slot;
  }

  user(trader: TraderSlot): UserId {
    return this.records[trader * integers + userAt] as UserId;
  }

  base(trader: TraderSlot): AccountSlot {
    return this.records[trader * integers + baseAt] as AccountSlot;
  }

  quote(trader: TraderSlot): AccountSlot {
    return this.records[trader * integers + quoteAt] as AccountSlot;
  }

  /**
   * The trader's maker fee in parts per million of the received amount; if negative, a rebate in parts per million of
   * the amount that the taker receives.
   */
  makerFeePpm(trader: TraderSlot): number {
    return this.records[trader * integers + makerFeeAt] as number;
  }

  takerFeePpm(trader: TraderSlot): number {
    return this.records[trader * integers + takerFeeAt] as number;
  }

  setRates(trader: TraderSlot, rates: FeeRates): void {
    this.records[trader * integers + makerFeeAt] = rates.makerFeePpm;
    this.records[trader * integers + takerFeeAt] = rates.takerFeePpm;
  }

  /** Whether an operator has stopped the user's trading. */
  isStopped(trader: TraderSlot): boolean {
    return this.records[trader * integers + stoppedAt] !== 0;
  }

  setStopped(trader: TraderSlot, isStopped: boolean): void {
    this.records[trader * integers + stoppedAt] = isStopped ? 1 : 0;
  }

  openOrders(trader: TraderSlot): number {
    return this.records[trader * integers + openOrdersAt] as number;
  }

  /** The trader's newest open order, or `absent`. */
  newestOrder(trader: TraderSlot): OrderSlot | Absent {
    return this.records[trader * integers + newestAt] as OrderSlot | Absent;
  }

  /** Adds a new open order, newer than all others of its trader. */
  addOrder(orders: Orders, order: OrderSlot): void {
    const { records } = this;
    const at = orders.trader(order) * integers;
    orders.chain(order, records[at + newestAt] as OrderSlot | Absent);
    records[at + newestAt] = order;
    records[at + openOrdersAt] = (records[at + openOrdersAt] as number) + 1;
  }

  /** Removes an order from the trader's open orders. */
  removeOrder(orders: Orders, order: OrderSlot): void {
    const { records } = this;
    const at = orders.trader(order) * integers;
    const older = orders.unchain(order);
    if (records[at + newestAt] === order) records[at + newestAt] = older;
    records[at + openOrdersAt] = (records[at + openOrdersAt] as number) - 1;
  }

  *all(): Generator<TraderSlot> {
    for (let at = 0; at < this.count; at += 1) yield at as TraderSlot;
  }

  /** The table index of the user, or of the free entry for it. */
  private positionOf(user: UserId): number {
    const { table } = this;
    let at = Math.imul(user, 0x9e3779b1) >>> Math.clz32(table.length - 1);
    for (;;) {
      const slot = table[at] as TraderSlot | Absent;
      if (slot === absent || this.user(slot) === user) return at;
      at = (at + 1) & (table.length - 1);
    }
  }

  private grow(): void {
    const grown = new Int32Array(this.records.length * 2);
    grown.set(this.records);
    this.records = grown;
    this.table = emptyTable(this.count * 2);
    for (const slot of this.all()) this.table[this.positionOf(this.user(slot))] = slot;
  }
}

/** A table that is half full with this many traders, which must be a power of two. */
function emptyTable(traders: number): Int32Array {
  return new Int32Array(traders * 2).fill(absent);
}
