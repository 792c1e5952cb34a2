import { largest } from './naive-rules.ts';
import type { FeeRates, ListCurrency } from '../market/commands.ts';
import type { NaiveEvent, NaiveMarket } from './naive-rules.ts';

export interface NaiveOrder {
  order: number;
  user: number;
  market: number;
  side: 'buy' | 'sell';
  orderType: string;
  timeInForce: string;
  postOnly: boolean;
  price: bigint;
  quantity: bigint;
  quoteAmount: number | null;
  stopPrice: number | null;
  /** A stop order that has not been triggered yet. */
  isWaiting: boolean;
  /** The order's self-trade prevention; set for stop orders only. */
  mode: string | null;
  /** The order's rank by time among all orders that entered the book. */
  arrival: number;
  remaining: bigint;
  clientOrderId: string | null;
  /** The amount currently locked for it. */
  held: bigint;
  filled: bigint;
  filledQuote: bigint;
  fee: bigint;
  rebate: bigint;
  acceptedSequence: number;
  acceptedAtMs: number;
}

export interface NaiveHold {
  kind: string;
  user: number;
  accountType: number;
  currency: number;
  amount: number;
  source: string;
  n: number;
}

/** A deposit that was credited once. */
export interface NaiveCredit {
  source: string;
  n: number;
  user: number;
  accountType: number;
  currency: number;
  amount: number;
  status: 'unmatured' | 'matured' | 'reversed';
  /** The time before which it does not mature, and the command that credited it; null without one. */
  time: { readonly untilMs: number; isFinal: boolean; readonly sequence: number } | null;
}

/** A trade whose price reached waiting stop orders. */
export interface NaiveReached {
  market: number;
  side: 'buy' | 'sell';
  price: bigint;
  trade: number;
}

/** Coins for sale in parts. */
export interface NaiveOffer {
  readonly offer: number;
  readonly owner: number;
  readonly currency: number;
  left: bigint;
  /** The command that made it. */
  readonly since: number;
}

/** Coins locked between two users. */
export interface NaiveLocked {
  readonly n: number;
  readonly seller: number;
  readonly currency: number;
  readonly amount: number;
}

/** Coins of a released escrow that may not leave yet. */
export interface NaiveMaturing {
  readonly n: number;
  readonly user: number;
  readonly currency: number;
  readonly amount: number;
  readonly untilMs: number;
  readonly sequence: number;
}

interface NaiveTrade {
  market: number;
  timeMs: number;
  price: bigint;
  quantity: bigint;
  quoteAmount: bigint;
}

/** The model's whole state: plain arrays and maps, searched each time. */
export class NaiveState {
  orders: NaiveOrder[] = [];
  /** "user/accountType/currency" → [available, locked]. */
  readonly balances = new Map<string, [bigint, bigint]>();
  readonly markets: NaiveMarket[] = [];
  readonly currencies: ListCurrency[] = [];
  /** "command source n" of every external cause so far. */
  readonly causes: string[] = [];
  holds: NaiveHold[] = [];
  readonly credits: NaiveCredit[] = [];
  offers: NaiveOffer[] = [];
  maturing: NaiveMaturing[] = [];
  debts: { user: number; currency: number; amount: bigint }[] = [];
  rates: { market: number; tier: number; rates: FeeRates }[] = [];
  /** The restricted users, in the order of their restrictions. */
  restrictions: { user: number; scope: 'outflow' | 'trading'; isCancelling: boolean }[] = [];
  userTiers: { user: number; tier: number }[] = [];
  userRates: { user: number; market: number | null; rates: FeeRates }[] = [];
  trades: NaiveTrade[] = [];
  /** Price of the last trade, by market. */
  readonly lastPrices = new Map<number, bigint>();
  /** Trades that reached stop orders which have not been triggered yet, oldest first. */
  reached: NaiveReached[] = [];
  arrivals = 0;
  usedIds: { user: number; clientOrderId: string; timeMs: number }[] = [];
  orderCount = 0;
  tradeCount = 0;
  timeMs = 0;
  sequence = 0;
  /** How much may leave a lever account; null unless it has positions. */
  leverRoom: (user: number, currency: number) => bigint | null = () => null;
  /** How much a lever account lacks of twice the margins of its positions; 0 without positions. */
  leverGap: (user: number, currency: number) => bigint = () => 0n;
  /** The orders of leverage of a user that have not been filled, the newest first, each with what revokes it. */
  leverOrders: (user: number) => ((events: NaiveEvent[]) => void)[] = () => [];
  /** The open escrows. */
  lockedCoins: () => readonly NaiveLocked[] = () => [];
  /** The escrows that a freeze of a user ends or appeals, by number, each with what does. */
  frozenEscrows: (user: number) => ((events: NaiveEvent[]) => void)[] = () => [];
  /** The most that agents can still be paid for the fees so far. */
  feesOwed: (currency: number) => bigint = () => 0n;
  /** Called with each fee of a trade or a position that the venue keeps. */
  tookFee: (user: number, currency: number, fee: bigint) => void = () => undefined;
  /** The amount that the house of leverage keeps free. */
  houseFloor: (currency: number) => bigint = () => 0n;

  /** The market's candle of the current minute, from all trades in it; null without trades. */
  candle(market: number): NaiveEvent | null {
    const trades = this.trades.filter((trade) => trade.market === market);
    const first = trades[0];
    const last = trades.at(-1);
    if (first === undefined || last === undefined) return null;
    const prices = trades.map(({ price }) => price).toSorted((a, b) => Number(a - b));
    return {
      market,
      openTimeMs: Math.floor(first.timeMs / 60_000) * 60_000,
      open: Number(first.price),
      high: Number(prices.at(-1)),
      low: Number(prices[0]),
      close: Number(last.price),
      volume: capped(trades.map(({ quantity }) => quantity)),
      quoteVolume: capped(trades.map(({ quoteAmount }) => quoteAmount)),
      trades: trades.length,
    };
  }

  marketOf(id: number): NaiveMarket {
    const market = this.markets.find((listed) => listed.market === id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }

  /** Orders that an order of this side can trade with, in matching order. */
  opposite(market: number, side: 'buy' | 'sell'): NaiveOrder[] {
    return this.orders
      .filter((order) => order.market === market && order.side !== side && !order.isWaiting)
      .toSorted((a, b) => Number(side === 'buy' ? a.price - b.price : b.price - a.price) || a.arrival - b.arrival);
  }

  balance(user: number, accountType: number, currency: number): [bigint, bigint] {
    return this.balances.get(`${user}/${accountType}/${currency}`) ?? [0n, 0n];
  }

  isRestricted(user: number, ...scopes: readonly string[]): boolean {
    return this.restrictions.some((one) => one.user === user && scopes.includes(one.scope));
  }

  debt(user: number, currency: number): bigint {
    return this.debts.find((one) => one.user === user && one.currency === currency)?.amount ?? 0n;
  }

  /** All coins of a currency that are for sale, mature, or are unmatured deposits. */
  exposure(currency: number): bigint {
    let sum = 0n;
    for (const one of this.offers) if (one.currency === currency) sum += one.left;
    const others = [
      ...this.lockedCoins(),
      ...this.maturing,
      ...this.credits.filter((one) => one.status === 'unmatured'),
    ];
    for (const one of others) if (one.currency === currency) sum += BigInt(one.amount);
    return sum;
  }

  changeDebt(user: number, currency: number, change: bigint): void {
    const amount = this.debt(user, currency) + change;
    if (amount < 0n) throw new Error('a debt of the model went below zero');
    this.debts = this.debts.filter((one) => one.user !== user || one.currency !== currency);
    if (amount > 0n) this.debts.push({ user, currency, amount });
  }

  /** Pays a debt as far as a credit of this amount reaches. */
  payDebt(user: number, accountType: number, currency: number, credited: number, events: NaiveEvent[]): void {
    const debt = this.debt(user, currency);
    const amount = debt < BigInt(credited) ? debt : BigInt(credited);
    if (amount > 0n) this.repay({ user, accountType, currency, amount }, 'credit', events);
  }

  /** Pays a part of a debt, which must not exceed it, from an account. */
  repay(
    payment: { user: number; accountType: number; currency: number; amount: bigint },
    by: 'credit' | 'user',
    events: NaiveEvent[],
  ): void {
    const { user, accountType, currency, amount } = payment;
    this.changeDebt(user, currency, -amount);
    const postings = [
      { user, accountType, currency, available: -Number(amount), locked: 0, fee: 0 },
      { user: 0, accountType: 101, currency, available: Number(amount), locked: 0, fee: 0 },
    ];
    this.change(user, accountType, currency, -amount, 0n);
    this.change(0, 101, currency, amount, 0n);
    const left = Number(this.debt(user, currency));
    events.push({ type: 'debt_repaid', user, accountType, currency, amount: Number(amount), left, by, postings });
  }

  /** Releases the rest of an order's hold and removes the order. */
  end(order: NaiveOrder, reason: string, events: NaiveEvent[]): void {
    const { order: id, user, market, side, held } = order;
    const { base, quote } = this.marketOf(market);
    this.change(user, 1, side === 'buy' ? quote : base, held, -held);
    this.orders = this.orders.filter((open) => open !== order);
    events.push({ type: 'order_ended', order: id, user, market, reason, released: Number(held) });
  }

  change(user: number, type: number, currency: number, available: bigint, locked: bigint): void {
    const before = this.balance(user, type, currency);
    const after: [bigint, bigint] = [before[0] + available, before[1] + locked];
    if (after[1] < 0n || (after[0] < 0n && type !== 101)) throw new Error('a balance of the model went below zero');
    this.balances.set(`${user}/${type}/${currency}`, after);
  }
}

function capped(values: readonly bigint[]): number {
  const sum = values.reduce((total, value) => total + value, 0n);
  return Number(sum < largest ? sum : largest);
}
