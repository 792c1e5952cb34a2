import { invariant } from '../invariant.ts';
import { OrderIndex } from './order-index.ts';
import type { Absent } from '../absent.ts';
import type { Branded } from '../brand.ts';
import type { OrderAccepted } from './events.ts';
import type { OrderType, Side, TimeInForce } from './terms.ts';
import type { MarketId, OrderId, UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { Amount, Lots, Ticks } from '../money.ts';
import type { LevelSlot } from './book-side.ts';
import type { Stop } from './stop.ts';
import type { TraderSlot } from './traders.ts';

/** A constant of this module: see `absent.ts`. */
const absent: Absent = -1;

/** Where a live order stands in the pool. Given to another order after this one has ended. */
export type OrderSlot = Branded<'OrderSlot'>;

/** What the pool keeps of an order as it was accepted. `held` is what is locked for it in its account. */
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

/** A place in the journal. Handed on as a whole, because a time handed on by itself is boxed at every call. */
export interface Moment {
  readonly sequence: number;
  readonly timeMs: number;
}

// A live order is one record of 64 bytes, a cache line: five doubles, then six 32-bit integers. Its user and the
// account that it pays from stand in it too, though its trader knows both: an order that ends then waits for one line,
// not for one after the other.
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

// What it has traded so far stands apart, because most orders end without a trade.
const tradedDoubles = 4;
const filledAt = 0;
const filledQuoteAt = 1;
const feeAt = 2;
const rebateAt = 3;

// Its neighbours stand apart too, in its queue and among its trader's open orders: an order that leaves writes to four
// others, wherever they are, and the links of five orders share two cache lines. Its link in the index and the low half
// of its id stand among them, so that finding an order brings in the line that its cancel needs next.
const linkIntegers = 6;
const nextAt = 0;
const previousAt = 1;
const newerAt = 2;
const olderAt = 3;
const idLowAt = 4;
const chainedAt = 5;

// The kind of an order: bits of one integer.
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

/** Prices are below this many ticks, so that one fits a 32-bit integer. */
export const priceLimit = 2 ** 31;

const initialOrders = 1024;

/**
 * All live orders of all markets: a pool of fixed records, found by order id, with the links of the queues they stand
 * in. A record names its owner among the traders of its market, and the account where what it holds is locked, so that
 * matching looks nothing up. Nothing is allocated for an order until the pool must grow.
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

  /** How many orders are live. */
  get size(): number {
    return this.index.size;
  }

  /** The slot of a live order, or `absent`. */
  find(order: OrderId): OrderSlot | Absent {
    return this.index.find(order);
  }

  /**
   * Adds an order of this trader that pays from this account, with nothing traded, accepted now and standing in no
   * queue. It may trade `remaining`.
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

  /** Forgets an order that stands in no queue; its slot may be given to another. */
  remove(slot: OrderSlot): void {
    invariant(this.level(slot) === absent, 'an order must leave its queue before it leaves the pool');
    if (this.clientOrderId(slot) !== null) this.clientOrderIds[slot] = null;
    if (this.stop(slot) !== null) this.stops[slot] = null;
    this.index.remove(slot);
    this.setNext(slot, this.firstFree);
    this.firstFree = slot;
  }

  /** Books one trade of this order: `paid` was settled or released out of what it held. */
  fill(slot: OrderSlot, quantity: Lots, quoteAmount: Amount, fee: Amount, paid: Amount): void {
    const remaining = this.remaining(slot) - quantity;
    const held = this.held(slot) - paid;
    invariant(remaining >= 0 && held >= 0, 'an order must not trade more than it has');
    this.numbers[slot * doubles + remainingAt] = remaining;
    this.numbers[slot * doubles + heldAt] = held;
    const filled = this.filled(slot) + quantity;
    const filledQuote = this.filledQuote(slot) + quoteAmount;
    this.setTraded(slot, filled, filledQuote, this.fee(slot) + fee);
  }

  /** Makes an order smaller: `released` is what it held for the part that it is no longer for. */
  reduce(slot: OrderSlot, quantity: Lots, released: Amount): void {
    const remaining = this.remaining(slot) - quantity;
    const held = this.held(slot) - released;
    invariant(remaining > 0 && held > 0, 'an order that is reduced must have something left to trade');
    this.numbers[slot * doubles + remainingAt] = remaining;
    this.numbers[slot * doubles + heldAt] = held;
  }

  /** Books the rebate of a trade that `fill` has booked. */
  addRebate(slot: OrderSlot, rebate: Amount): void {
    this.traded[slot * tradedDoubles + rebateAt] = this.rebate(slot) + rebate;
  }

  /** Sets what an order has traded so far to what a snapshot says. */
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

  /** What of the quantity has not traded yet. */
  remaining(slot: OrderSlot): Lots {
    return this.numbers[slot * doubles + remainingAt] as Lots;
  }

  /** What is still locked for this order. */
  held(slot: OrderSlot): Amount {
    return this.numbers[slot * doubles + heldAt] as Amount;
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
    return (this.hasTraded(slot) ? this.traded[slot * tradedDoubles + filledQuoteAt] : 0) as Amount;
  }

  fee(slot: OrderSlot): Amount {
    return (this.hasTraded(slot) ? this.traded[slot * tradedDoubles + feeAt] : 0) as Amount;
  }

  rebate(slot: OrderSlot): Amount {
    return (this.hasTraded(slot) ? this.traded[slot * tradedDoubles + rebateAt] : 0) as Amount;
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

  /** Where what the order holds is locked. */
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

  /** What a stop order has beyond others, also when it was triggered; null for every other. */
  stop(slot: OrderSlot): Stop | null {
    return (this.kind(slot) & stopBit) === 0 ? null : (this.stops[slot] as Stop);
  }

  /** Whether an order stands in no book because its stop price has not been reached. */
  isWaiting(slot: OrderSlot): boolean {
    return this.stop(slot)?.trigger === null;
  }

  /** Says what an order that was added with a stop price is to have. */
  setStop(slot: OrderSlot, stop: Stop): void {
    this.stops[slot] = stop;
  }

  stopPrice(slot: OrderSlot): Ticks | null {
    return this.stop(slot)?.price ?? null;
  }

  /**
   * Whether an order took its place before another one: each did when it was accepted, or when its stop was triggered.
   */
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

  /** What an order by quote amount is to spend or earn; null for every other. */
  quoteAmount(slot: OrderSlot): Amount | null {
    return (this.kind(slot) & quoteAmountBit) === 0 ? null : (this.quoteAmounts[slot] as Amount);
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

  /** The level in whose queue the order stands, or `absent`. */
  level(slot: OrderSlot): LevelSlot | Absent {
    return this.integers[slot * integers + levelAt] as LevelSlot | Absent;
  }

  setLevel(slot: OrderSlot, level: LevelSlot | Absent): void {
    this.integers[slot * integers + levelAt] = level;
  }

  /** The order behind this one in its queue, or `absent`. */
  next(slot: OrderSlot): OrderSlot | Absent {
    return this.links[slot * linkIntegers + nextAt] as OrderSlot | Absent;
  }

  setNext(slot: OrderSlot, next: OrderSlot | Absent): void {
    this.links[slot * linkIntegers + nextAt] = next;
  }

  /** The order before this one in its queue, or `absent`. */
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

  /** Puts an order before what was the newest of its trader. */
  chain(slot: OrderSlot, newest: OrderSlot | Absent): void {
    const { links } = this;
    links[slot * linkIntegers + newerAt] = absent;
    links[slot * linkIntegers + olderAt] = newest;
    if (newest !== absent) links[newest * linkIntegers + newerAt] = slot;
  }

  /** Takes an order out of its trader's chain and answers the next older one. */
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
    // The place may hold what an earlier order earned.
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
