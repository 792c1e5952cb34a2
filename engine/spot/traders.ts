import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { FeeRates } from '../market/commands.ts';
import type { UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { Orders, OrderSlot } from './orders.ts';
import type { UserNumbers } from './user-numbers.ts';

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

// Records are in pages of four users with consecutive numbers. A page costs little where only one of them trades, and
// the list of pages of 64 markets with a thousand users each stays in the cache, so that finding a trader reads nothing
// else beyond it than the trader's own record.
const pageBits = 2;
const pageRecords = 1 << pageBits;
const initialPages = 16;

/**
 * The users who ever had an order accepted on one market: their two accounts, fee rates, number of open orders, and
 * whether their trading is stopped. This is the only lookup of the user when an order is placed.
 */
export class Traders {
  private records = new Int32Array(initialPages * pageRecords * integers);
  private pageCount = 0;
  /** The page of each group of numbers; `absent` where none of these users trades. */
  private pages = new Int32Array(initialPages).fill(absent);
  private readonly users: UserNumbers;

  /** @param users the numbers of users, which all markets share */
  constructor(users: UserNumbers) {
    this.users = users;
  }

  /** The user's slot, or `absent`. */
  find(user: UserId): TraderSlot | Absent {
    const number = this.users.find(user);
    if (number === absent) return absent;
    const group = number >>> pageBits;
    if (group >= this.pages.length) return absent;
    const page = this.pages[group] as number;
    if (page === absent) return absent;
    const slot = ((page << pageBits) | (number & (pageRecords - 1))) as TraderSlot;
    return this.user(slot) === user ? slot : absent;
  }

  /** Adds a user for whom `find` returns `absent`. */
  add(user: UserId, base: AccountSlot, quote: AccountSlot, rates: FeeRates): TraderSlot {
    const number = this.users.assign(user);
    const slot = ((this.pageFor(number >>> pageBits) << pageBits) | (number & (pageRecords - 1))) as TraderSlot;
    this.records[slot * integers + baseAt] = base;
    this.records[slot * integers + quoteAt] = quote;
    this.records[slot * integers + userAt] = user;
    this.records[slot * integers + newestAt] = absent;
    this.setRates(slot, rates);
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

  /** The traders in no particular order. */
  *all(): Generator<TraderSlot> {
    for (let at = 0; at < this.pageCount * pageRecords; at += 1) {
      const slot = at as TraderSlot;
      // No user has the id 0.
      if (this.user(slot) !== 0) yield slot;
    }
  }

  /** The page of a group of numbers; adds an empty one on first use. */
  private pageFor(group: number): number {
    if (group >= this.pages.length) this.pages = grown(this.pages, 2 ** Math.ceil(Math.log2(group + 1)), absent);
    const known = this.pages[group] as number;
    if (known !== absent) return known;
    const page = this.pageCount;
    this.pageCount += 1;
    const needed = this.pageCount * pageRecords * integers;
    if (needed > this.records.length) this.records = grown(this.records, this.records.length * 2, 0);
    this.pages[group] = page;
    return page;
  }
}

/** A copy of this length whose new entries have a value. */
function grown(list: Int32Array<ArrayBuffer>, length: number, value: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length).fill(value, list.length);
  longer.set(list);
  return longer;
}
