import { invariant } from '../invariant.ts';
import { OrderIndex } from './order-index.ts';
import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { OrderAccepted } from './events.ts';
import type { OrderType, Side, TimeInForce } from './terms.ts';
import type { MarketId, OrderId, UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import { type Amount, asAmount, type Lots, type Ticks } from '../money.ts';
import type { LevelSlot } from './book-side.ts';
import type { Stop } from './stop.ts';
import type { TraderSlot } from './traders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/** Index of a live order in the pool. Reused after the order has ended. */
export type OrderSlot = Branded<'OrderSlot'>;

/** The terms of an accepted order that the pool stores. `held` is the amount locked for it in its account. */
export type OrderTerms = Pick<
  OrderAccepted,
  | 'order'
  | 'user'
  | 'market'
  | 'side'
  | 'orderType'
  | 'timeInForce'
  | 'postOnly'
  | 'price'
  | 'quoteAmount'
  | 'stopPrice'
  | 'clientOrderId'
  | 'held'
>;

/**
 * A position in the journal. Passed as an object, because a number outside the small integers that is passed alone is
 * boxed on every call.
 */
export interface Moment {
  readonly sequence: number;
  readonly timeMs: number;
}

// A live order is one record of 64 bytes, a cache line: five doubles and six 32-bit integers. It includes the user and
// the paying account, although the trader's record has them too, so that ending an order waits for one cache line
// instead of two in sequence.
const doubles = 8;
const integers = 16;
const idAt = 0;
const remainingAt = 1;
const heldAt = 2;
const acceptedSequenceAt = 3;
const acceptedTimeAt = 4;
const priceAt = 10;
const levelAt = 11;
const traderAt = 12;
const kindAt = 13;
const userAt = 14;
const accountAt = 15;

// The totals of trades are stored separately, because most orders end without a trade.
const tradedDoubles = 4;
const filledAt = 0;
const filledQuoteAt = 1;
const feeAt = 2;
const rebateAt = 3;

// The links to neighbours in the queue and in the trader's chain are stored separately too: removing an order writes to
// four others anywhere in the pool, and the links of five orders share two cache lines. The index link and the low half
// of the id are stored with them, so that finding an order loads the line that its cancel needs next.
const linkIntegers = 6;
const nextAt = 0;
const previousAt = 1;
const newerAt = 2;
const olderAt = 3;
const idLowAt = 4;
const chainedAt = 5;

// The kind of an order as bits of one integer.
const sellBit = 0b1;
const clientOrderIdBit = 0b10;
const tradedBit = 0b100;
const immediateBit = 0b1000;
const fillOrKillBit = 0b10000;
const timeInForceBits = immediateBit | fillOrKillBit;
const postOnlyBit = 0b100000;
const marketOrderBit = 0b1000000;
const quoteAmountBit = 0b10000000;
const stopBit = 0b100000000;
const marketShift = 9;

/** Prices are below this many ticks, so that they fit a 32-bit integer. */
export const priceLimit = 2 ** 31;

const initialOrders = 1024;

/**
 * All live orders of all markets: a pool of fixed-size records, found by order id, with the links of their queues. A
 * record references its owner's trader slot and the account with its locked funds, so that matching needs no lookups.
 * Orders cause no allocations except when the pool grows.
 */
export class Orders {
  private numbers: Float64Array;
  private integers: Int32Array;
  private traded = new Float64Array(initialOrders * tradedDoubles);
  private links = new Int32Array(initialOrders * linkIntegers);
  private readonly clientOrderIds: (string | null)[] = [];
  private readonly quoteAmounts: Amount[] = [];
  private readonly stops: (Stop | null)[] = [];
  private readonly index = new OrderIndex(this);
  private used = 0;
  private firstFree: OrderSlot | Absent = absent;

  constructor() {
    const buffer = new ArrayBuffer(initialOrders * doubles * 8);
    this.numbers = new Float64Array(buffer);
    this.integers = new Int32Array(buffer);
  }

  /** Number of live orders. */
  get size(): number {
    return this.index.size;
  }

  /** The slot of a live order, or `absent`. */
  find(order: OrderId): OrderSlot | Absent {
    return this.index.find(order);
  }

  /**
   * Adds an order of this trader that pays from this account, accepted now, without trades and in no queue. It may
   * trade `remaining`.
   */
  add(terms: OrderTerms, remaining: Lots, trader: TraderSlot, account: AccountSlot, now: Moment): OrderSlot {
    const slot = this.takeSlot();
    const { numbers, integers: whole, links } = this;
    const number = slot * doubles;
    numbers[number + idAt] = terms.order;
    numbers[number + remainingAt] = remaining;
    numbers[number + heldAt] = terms.held;
    numbers[number + acceptedSequenceAt] = now.sequence;
    numbers[number + acceptedTimeAt] = now.timeMs;
    const integer = slot * integers;
    whole[integer + priceAt] = terms.price;
    whole[integer + levelAt] = absent;
    whole[integer + traderAt] = trader;
    whole[integer + kindAt] = kindOf(terms);
    whole[integer + userAt] = terms.user;
    whole[integer + accountAt] = account;
    links[slot * linkIntegers + nextAt] = absent;
    links[slot * linkIntegers + previousAt] = absent;
    links[slot * linkIntegers + idLowAt] = terms.order | 0;
    if (terms.clientOrderId !== null) this.clientOrderIds[slot] = terms.clientOrderId;
    if (terms.quoteAmount !== null) this.quoteAmounts[slot] = terms.quoteAmount;
    this.index.add(slot);
    return slot;
  }

  /** Removes an order that is in no queue; its slot may be reused. */
  remove(slot: OrderSlot): void {
    invariant(this.level(slot) === absent, 'an order must leave its queue before it leaves the pool');
    if (this.clientOrderId(slot) !== null) this.clientOrderIds[slot] = null;
    if (this.stop(slot) !== null) this.stops[slot] = null;
    this.index.remove(slot);
    this.setNext(slot, this.firstFree);
    this.firstFree = slot;
  }

  /** Records a trade of this order; `paid` was settled or released from its hold. */
  fill(slot: OrderSlot, quantity: Lots, quoteAmount: Amount, fee: Amount, paid: Amount): void {
    const remaining = this.remaining(slot) - quantity;
    const held = this.held(slot) - paid;
    invariant(remaining >= 0 && held >= 0, 'an order must not trade more than it has left');
    this.numbers[slot * doubles + remainingAt] = remaining;
    this.numbers[slot * doubles + heldAt] = held;
    const filled = this.filled(slot) + quantity;
    const filledQuote = this.filledQuote(slot) + quoteAmount;
    this.setTraded(slot, filled, filledQuote, this.fee(slot) + fee);
  }

  /** Reduces an order; `released` is the hold of the removed quantity. */
  reduce(slot: OrderSlot, quantity: Lots, released: Amount): void {
    const remaining = this.remaining(slot) - quantity;
    const held = this.held(slot) - released;
    invariant(remaining > 0 && held > 0, 'a reduced order must have a remaining quantity');
    this.numbers[slot * doubles + remainingAt] = remaining;
    this.numbers[slot * doubles + heldAt] = held;
  }

  /** Adds the rebate of a trade recorded by `fill`. */
  addRebate(slot: OrderSlot, rebate: Amount): void {
    this.traded[slot * tradedDoubles + rebateAt] = this.rebate(slot) + rebate;
  }

  /** Restores the totals of an order's trades from a snapshot. */
  load(slot: OrderSlot, remaining: Lots, filled: Lots, filledQuote: Amount, fee: Amount, rebate: Amount): void {
    if (filled === 0) return;
    this.numbers[slot * doubles + remainingAt] = remaining;
    this.setTraded(slot, filled, filledQuote, fee);
    this.addRebate(slot, rebate);
  }

  /** Every live order, in id order. */
  all(): OrderSlot[] {
    const slots: OrderSlot[] = [];
    for (let at = 0; at < this.used; at += 1) {
      const slot = at as OrderSlot;
      if (this.find(this.id(slot)) === slot) slots.push(slot);
    }
    return slots.toSorted((a, b) => this.id(a) - this.id(b));
  }

  id(slot: OrderSlot): OrderId {
    return this.numbers[slot * doubles + idAt] as OrderId;
  }

  /** The part of the quantity that has not traded yet. */
  remaining(slot: OrderSlot): Lots {
    return this.numbers[slot * doubles + remainingAt] as Lots;
  }

  /** The amount still locked for this order. */
  held(slot: OrderSlot): Amount {
    return asAmount(this.numbers[slot * doubles + heldAt]);
  }

  acceptedSequence(slot: OrderSlot): number {
    return this.numbers[slot * doubles + acceptedSequenceAt] as number;
  }

  acceptedAtMs(slot: OrderSlot): number {
    return this.numbers[slot * doubles + acceptedTimeAt] as number;
  }

  filled(slot: OrderSlot): Lots {
    return (this.hasTraded(slot) ? this.traded[slot * tradedDoubles + filledAt] : 0) as Lots;
  }

  filledQuote(slot: OrderSlot): Amount {
    return asAmount(this.hasTraded(slot) ? this.traded[slot * tradedDoubles + filledQuoteAt] : 0);
  }

  fee(slot: OrderSlot): Amount {
    return asAmount(this.hasTraded(slot) ? this.traded[slot * tradedDoubles + feeAt] : 0);
  }

  rebate(slot: OrderSlot): Amount {
    return asAmount(this.hasTraded(slot) ? this.traded[slot * tradedDoubles + rebateAt] : 0);
  }

  price(slot: OrderSlot): Ticks {
    return this.integers[slot * integers + priceAt] as Ticks;
  }

  trader(slot: OrderSlot): TraderSlot {
    return this.integers[slot * integers + traderAt] as TraderSlot;
  }

  user(slot: OrderSlot): UserId {
    return this.integers[slot * integers + userAt] as UserId;
  }

  /** The account in which the order's funds are locked. */
  account(slot: OrderSlot): AccountSlot {
    return this.integers[slot * integers + accountAt] as AccountSlot;
  }

  side(slot: OrderSlot): Side {
    return (this.kind(slot) & sellBit) === 0 ? 'buy' : 'sell';
  }

  orderType(slot: OrderSlot): OrderType {
    const isMarket = (this.kind(slot) & marketOrderBit) !== 0;
    if ((this.kind(slot) & stopBit) === 0) return isMarket ? 'market' : 'limit';
    return isMarket ? 'stop_market' : 'stop_limit';
  }

  /** The stop data of a stop order, triggered or not; null for other orders. */
  stop(slot: OrderSlot): Stop | null {
    return (this.kind(slot) & stopBit) === 0 ? null : (this.stops[slot] as Stop);
  }

  /** Whether the order is a stop order that has not been triggered, and so is in no book. */
  isWaiting(slot: OrderSlot): boolean {
    return this.stop(slot)?.trigger === null;
  }

  /** Sets the stop data of an order that was added with a stop price. */
  setStop(slot: OrderSlot, stop: Stop): void {
    this.stops[slot] = stop;
  }

  stopPrice(slot: OrderSlot): Ticks | null {
    return this.stop(slot)?.price ?? null;
  }

  /** Whether an order got its place before another one: on acceptance, or for stop orders on being triggered. */
  arrivedBefore(slot: OrderSlot, other: OrderSlot): boolean {
    const trigger = this.stop(slot)?.trigger;
    const otherTrigger = this.stop(other)?.trigger;
    const behind = trigger?.after ?? this.id(slot);
    const otherBehind = otherTrigger?.after ?? this.id(other);
    return behind === otherBehind ? (trigger?.n ?? 0) < (otherTrigger?.n ?? 0) : behind < otherBehind;
  }

  postOnly(slot: OrderSlot): boolean {
    return (this.kind(slot) & postOnlyBit) !== 0;
  }

  /** The amount that an order by quote amount spends or earns; null for other orders. */
  quoteAmount(slot: OrderSlot): Amount | null {
    return (this.kind(slot) & quoteAmountBit) === 0 ? null : asAmount(this.quoteAmounts[slot]);
  }

  timeInForce(slot: OrderSlot): TimeInForce {
    const bits = this.kind(slot) & timeInForceBits;
    if (bits === 0) return 'gtc';
    return bits === immediateBit ? 'ioc' : 'fok';
  }

  market(slot: OrderSlot): MarketId {
    return (this.kind(slot) >> marketShift) as MarketId;
  }

  clientOrderId(slot: OrderSlot): string | null {
    return (this.kind(slot) & clientOrderIdBit) === 0 ? null : (this.clientOrderIds[slot] as string);
  }

  /** The level whose queue contains the order, or `absent`. */
  level(slot: OrderSlot): LevelSlot | Absent {
    return this.integers[slot * integers + levelAt] as LevelSlot | Absent;
  }

  setLevel(slot: OrderSlot, level: LevelSlot | Absent): void {
    this.integers[slot * integers + levelAt] = level;
  }

  /** The next order in the queue, or `absent`. */
  next(slot: OrderSlot): OrderSlot | Absent {
    return this.links[slot * linkIntegers + nextAt] as OrderSlot | Absent;
  }

  setNext(slot: OrderSlot, next: OrderSlot | Absent): void {
    this.links[slot * linkIntegers + nextAt] = next;
  }

  /** The previous order in the queue, or `absent`. */
  previous(slot: OrderSlot): OrderSlot | Absent {
    return this.links[slot * linkIntegers + previousAt] as OrderSlot | Absent;
  }

  setPrevious(slot: OrderSlot, previous: OrderSlot | Absent): void {
    this.links[slot * linkIntegers + previousAt] = previous;
  }

  /** The next older open order of the same trader on the same market, or `absent`. */
  older(slot: OrderSlot): OrderSlot | Absent {
    return this.links[slot * linkIntegers + olderAt] as OrderSlot | Absent;
  }

  /** The low half of the id. */
  idLow(slot: OrderSlot): number {
    return this.links[slot * linkIntegers + idLowAt] as number;
  }

  /** The next order in the same chain of the index, or `absent`. */
  chained(slot: OrderSlot): OrderSlot | Absent {
    return this.links[slot * linkIntegers + chainedAt] as OrderSlot | Absent;
  }

  setChained(slot: OrderSlot, next: OrderSlot | Absent): void {
    this.links[slot * linkIntegers + chainedAt] = next;
  }

  /** Links an order in front of its trader's newest order. */
  chain(slot: OrderSlot, newest: OrderSlot | Absent): void {
    const { links } = this;
    links[slot * linkIntegers + newerAt] = absent;
    links[slot * linkIntegers + olderAt] = newest;
    if (newest !== absent) links[newest * linkIntegers + newerAt] = slot;
  }

  /** Removes an order from its trader's chain and returns the next older one. */
  unchain(slot: OrderSlot): OrderSlot | Absent {
    const { links } = this;
    const newer = links[slot * linkIntegers + newerAt] as OrderSlot | Absent;
    const older = links[slot * linkIntegers + olderAt] as OrderSlot | Absent;
    if (newer !== absent) links[newer * linkIntegers + olderAt] = older;
    if (older !== absent) links[older * linkIntegers + newerAt] = newer;
    return older;
  }

  private kind(slot: OrderSlot): number {
    return this.integers[slot * integers + kindAt] as number;
  }

  private hasTraded(slot: OrderSlot): boolean {
    return (this.kind(slot) & tradedBit) !== 0;
  }

  private setTraded(slot: OrderSlot, filled: number, filledQuote: number, fee: number): void {
    const at = slot * tradedDoubles;
    // The slot may still contain the rebate of an earlier order.
    if (!this.hasTraded(slot)) this.traded[at + rebateAt] = 0;
    this.traded[at + filledAt] = filled;
    this.traded[at + filledQuoteAt] = filledQuote;
    this.traded[at + feeAt] = fee;
    this.integers[slot * integers + kindAt] = this.kind(slot) | tradedBit;
  }

  private takeSlot(): OrderSlot {
    const free = this.firstFree;
    if (free !== absent) {
      this.firstFree = this.next(free);
      return free;
    }
    if (this.used * doubles === this.numbers.length) this.grow();
    const slot = this.used as OrderSlot;
    this.used += 1;
    return slot;
  }

  private grow(): void {
    const buffer = new ArrayBuffer(this.numbers.byteLength * 2);
    new Float64Array(buffer).set(this.numbers);
    this.numbers = new Float64Array(buffer);
    this.integers = new Int32Array(buffer);
    const traded = new Float64Array(this.traded.length * 2);
    traded.set(this.traded);
    this.traded = traded;
    const links = new Int32Array(this.links.length * 2);
    links.set(this.links);
    this.links = links;
  }
}

function kindOf(terms: OrderTerms): number {
  const side = terms.side === 'buy' ? 0 : sellBit;
  const clientOrderId = terms.clientOrderId === null ? 0 : clientOrderIdBit;
  const timeInForce = terms.timeInForce === 'gtc' ? 0 : terms.timeInForce === 'ioc' ? immediateBit : fillOrKillBit;
  const postOnly = terms.postOnly ? postOnlyBit : 0;
  const isMarket = terms.orderType === 'market' || terms.orderType === 'stop_market';
  const orderType = (isMarket ? marketOrderBit : 0) | (terms.stopPrice === null ? 0 : stopBit);
  const quoteAmount = terms.quoteAmount === null ? 0 : quoteAmountBit;
  return (terms.market << marketShift) | quoteAmount | orderType | postOnly | timeInForce | clientOrderId | side;
}
