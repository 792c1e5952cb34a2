import { absent } from '../absent.ts';
import { BookSide } from '../spot/book-side.ts';
import { Orders } from '../spot/orders.ts';
import type { Side } from '../spot/terms.ts';
import type { MarketId, OrderId, UserId } from '../identifiers.ts';
import type { AccountSlot } from '../ledger/ledger.ts';
import { asAmount, type Lots, noAmount, type Ticks } from '../money.ts';
import type { TraderSlot } from '../spot/traders.ts';

/** A limit order for pure matching. `trader` counts from 0. */
export interface MatchingOrder {
  readonly order: OrderId;
  readonly market: MarketId;
  readonly trader: number;
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
}

/**
 * Pure matching as it is commonly benchmarked for order books: the exchange's order pool, id index and book sides,
 * without accounts, checks, fees, candles and events. For benchmarks only; the exchange matches in `matchOrder`.
 */
export class MatchingAlone {
  trades = 0;
  volume = 0;
  private readonly orders = new Orders();
  /** Indexed by market id. */
  private readonly bids: BookSide[] = [];
  private readonly asks: BookSide[] = [];
  private readonly now = { sequence: 0, timeMs: 0 };
  /** Reused for every order to avoid an allocation; `place` overwrites the fields that vary. */
  private readonly terms = {
    order: 0 as OrderId,
    user: 1 as UserId,
    market: 0 as MarketId,
    side: 'buy' as Side,
    orderType: 'limit' as const,
    timeInForce: 'gtc' as const,
    postOnly: false,
    price: 0 as Ticks,
    quoteAmount: null,
    stopPrice: null,
    clientOrderId: null,
    held: noAmount,
  };

  openMarket(market: MarketId): void {
    this.bids[market] = new BookSide('buy');
    this.asks[market] = new BookSide('sell');
  }

  /** Trades with the other side up to the limit price and adds the rest to the book. */
  place(timeMs: number, placed: MatchingOrder): void {
    this.now.sequence += 1;
    this.now.timeMs = timeMs;
    const left = this.match(placed);
    if (left === 0) return;
    const { orders, terms } = this;
    terms.order = placed.order;
    terms.market = placed.market;
    terms.side = placed.side;
    terms.price = placed.price;
    terms.held = asAmount(placed.price * left);
    const order = orders.add(terms, left, placed.trader as TraderSlot, 0 as AccountSlot, this.now);
    this.sideOf(placed.side, placed.market).append(orders, order);
  }

  /** Removes an open order from its book. Throws when the order is not open. */
  cancel(id: OrderId): void {
    this.now.sequence += 1;
    const { orders } = this;
    const order = orders.find(id);
    if (order === absent) throw new RangeError(`order ${id} is not open`);
    this.sideOf(orders.side(order), orders.market(order)).remove(orders, order);
    orders.remove(order);
  }

  /** The number of lots resting in the books. */
  restingLots(): number {
    return this.orders.all().reduce((sum, order) => sum + this.orders.remaining(order), 0);
  }

  private match({ side, market, price: limit, quantity: wanted }: MatchingOrder): Lots {
    const { orders } = this;
    const others = this.sideOf(side === 'buy' ? 'sell' : 'buy', market);
    let left = wanted;
    while (left > 0) {
      const maker = others.bestWithin(limit);
      if (maker === absent) return left;
      const price = orders.price(maker);
      const quantity = Math.min(left, orders.remaining(maker)) as Lots;
      orders.fill(maker, quantity, asAmount(price * quantity), noAmount, noAmount);
      this.trades += 1;
      this.volume += quantity;
      left = (left - quantity) as Lots;
      if (orders.remaining(maker) > 0) continue;
      others.remove(orders, maker);
      orders.remove(maker);
    }
    return left;
  }

  private sideOf(side: Side, market: MarketId): BookSide {
    return (side === 'buy' ? this.bids : this.asks)[market] as BookSide;
  }
}
