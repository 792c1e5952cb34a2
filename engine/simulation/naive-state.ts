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
  /** A stop order that was not triggered yet. */
  isWaiting: boolean;
  /** How it treats its user's own orders; known of stop orders only. */
  mode: string | null;
  /** Its place in time among all that ever came to the book. */
  arrival: number;
  remaining: bigint;
  clientOrderId: string | null;
  /** What is locked for it now. */
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

/** A trade that met waiting stop orders. */
export interface NaiveReached {
  market: number;
  side: 'buy' | 'sell';
  price: bigint;
  trade: number;
}

interface NaiveTrade {
  market: number;
  timeMs: number;
  price: bigint;
  quantity: bigint;
  quoteAmount: bigint;
}

/** All that the model knows: plain arrays and maps that are searched for every question. */
export class NaiveState {
  orders: NaiveOrder[] = [];
  /** "user/accountType/currency" → [available, locked]. */
  readonly balances = new Map<string, [bigint, bigint]>();
  readonly markets: NaiveMarket[] = [];
  readonly currencies: ListCurrency[] = [];
  /** "command source n" of everything that happened once and never again. */
  readonly causes: string[] = [];
  holds: NaiveHold[] = [];
  rates: { market: number; tier: number; rates: FeeRates }[] = [];
  userTiers: { user: number; tier: number }[] = [];
  userRates: { user: number; market: number | null; rates: FeeRates }[] = [];
  trades: NaiveTrade[] = [];
  /** Of the last trade, by market. */
  readonly lastPrices = new Map<number, bigint>();
  /** Trades whose stop orders are still to be triggered, oldest first. */
  reached: NaiveReached[] = [];
  arrivals = 0;
  usedIds: { user: number; clientOrderId: string; timeMs: number }[] = [];
  orderCount = 0;
  tradeCount = 0;
  timeMs = 0;
  sequence = 0;

  /** The candle of the running minute of a market, from all trades in it; null without one. */
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
    if (market === undefined) throw new Error(`no market ${id}`);
    return market;
  }

  /** Orders that an order of this side trades with, in the order in which it would. */
  opposite(market: number, side: 'buy' | 'sell'): NaiveOrder[] {
    return this.orders
      .filter((order) => order.market === market && order.side !== side && !order.isWaiting)
      .toSorted((a, b) => Number(side === 'buy' ? a.price - b.price : b.price - a.price) || a.arrival - b.arrival);
  }

  balance(user: number, accountType: number, currency: number): [bigint, bigint] {
    return this.balances.get(`${user}/${accountType}/${currency}`) ?? [0n, 0n];
  }

  change(user: number, type: number, currency: number, available: bigint, locked: bigint): void {
    const before = this.balance(user, type, currency);
    const after: [bigint, bigint] = [before[0] + available, before[1] + locked];
    if (after[1] < 0n || (after[0] < 0n && type !== 101)) throw new Error('the model itself went below zero');
    this.balances.set(`${user}/${type}/${currency}`, after);
  }
}

function capped(values: readonly bigint[]): number {
  const sum = values.reduce((total, value) => total + value, 0n);
  return Number(sum < largest ? sum : largest);
}
