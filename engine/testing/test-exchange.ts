import { Exchange } from '../exchange.ts';
import { currencyId, marketId, orderId, userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { amount, asAmount, lots, ticks } from '../money.ts';
import { endedOrder } from './ended-order.ts';
import type { Audited } from '../declaration/vocabulary.ts';
import type { Command } from '../command.ts';
import type { Hold } from '../ledger/commands.ts';
import type { ListMarket } from '../market/commands.ts';
import type { MarketOrderSize, Side, TriggeredOrder, TriggeredReplacement } from '../spot/terms.ts';
import type { PlaceMarketOrder, PlaceOrder, PlaceStopOrder, ReplaceOrder, ReplaceStopOrder } from '../spot/commands.ts';
import type { Event, EventType } from '../event.ts';
import type { Traded } from '../spot/events.ts';
import type { CurrencyId, OrderId, UserId } from '../identifiers.ts';
import type { Lots, Ticks } from '../money.ts';
import type { Rejection } from '../rejection.ts';
import type { ExchangeOptions } from '../state.ts';
import type { EndedOrder } from './ended-order.ts';

export const btc = currencyId(1);
export const usdt = currencyId(2);
export const btcusdt = marketId(1);
export const alice = userId(100_001);
export const bob = userId(100_002);
export const carol = userId(100_003);

/** The start time of a test exchange: the start of a minute. */
export const openingMs = 1_700_000_040_000;

/** The operator and cause of the venue's own set-up. */
export const setup = { operator: venue, cause: 'setup' } as const satisfies Audited;

/**
 * BTC (8 decimals) against USDT (6): the tick is 0.01 USDT, the lot 0.0001 BTC, so that a lot at a price of one tick
 * costs exactly one unit of USDT, and one lot is 10 000 units of BTC. Without fees by default.
 */
const listing: ListMarket = {
  type: 'list_market',
  market: btcusdt,
  base: btc,
  quote: usdt,
  priceDecimals: 2,
  tickPoints: 1,
  amountDecimals: 4,
  lotPoints: 1,
  priceStep: ticks(1),
  quantityStep: lots(1),
  minNotional: amount(0),
  marketSlippagePpm: 20_000,
  priceBandPpm: null,
  makerFeePpm: 0,
  takerFeePpm: 0,
  maxOpenOrders: 200,
  selfTradePrevention: 'expire_maker',
  sellBlocked: false,
  state: 'open',
  ...setup,
};

/** Terms of a limit order that a test may set; the others have defaults. Numbers may be invalid. */
type Terms = Partial<
  Pick<PlaceOrder, 'timeInForce' | 'postOnly' | 'selfTradePrevention' | 'clientOrderId' | 'requestKey' | 'market'>
>;

type StopTerms = Partial<Pick<PlaceStopOrder, 'selfTradePrevention' | 'clientOrderId' | 'requestKey' | 'market'>>;

/** Terms of a replacement besides its price and quantity. */
type Replacement = Partial<Omit<ReplaceOrder, 'type' | 'user' | 'order' | 'price' | 'quantity'>>;

type StopReplacement = Partial<Pick<ReplaceStopOrder, 'side' | 'selfTradePrevention' | 'clientOrderId' | 'requestKey'>>;

/** Terms of a market order. `price` is the price that the user saw, or null for the current best price. */
type MarketTerms = Partial<Omit<PlaceMarketOrder, 'type' | 'user' | 'side' | 'size' | 'price'>> & {
  readonly price?: number | null;
};

/** An exchange under test: applies commands in order, audits after each, and collects the events. */
export class TestExchange {
  readonly exchange: Exchange;
  readonly events: Event[] = [];
  private timeMs = openingMs;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  apply(command: Command): Event[] {
    const events: Event[] = [];
    this.exchange.apply(this.exchange.sequence + 1, this.timeMs, command, events);
    this.exchange.audit();
    this.events.push(...events);
    return events;
  }

  /** Copies the events and adds the totals of each ended order to its `order_ended`. */
  withTotals(events: readonly Event[]): (Event | EndedOrder)[] {
    return events.map((event) => (event.type === 'order_ended' ? endedOrder(this.events, event.order) : event));
  }

  /** Lets time pass before the next command. */
  wait(milliseconds: number): void {
    this.timeMs += milliseconds;
  }

  fund(user: UserId, currency: CurrencyId, units: number): Event[] {
    const n = this.events.filter((event) => event.type === 'credited').length + 1;
    return this.apply({
      type: 'credit',
      user,
      accountType: accountType.change,
      currency,
      amount: asAmount(units),
      source: 'test',
      n,
    });
  }

  /** Lets money that no rule holds back leave a user's account: a withdrawal that is settled at once. */
  takeOut(user: UserId, units: number, odd: Partial<Hold> = {}): Event[] {
    const n = this.events.filter((event) => event.type === 'held' && event.source === 'spending').length + 1;
    const cause = { source: 'spending', n };
    const account = { user, accountType: accountType.change, currency: usdt, amount: asAmount(units) };
    const held = this.apply({ type: 'hold', kind: 'withdrawal', ...account, ...odd, ...cause });
    return [...held, ...this.apply({ type: 'settle_hold', ...cause, receiver: null, fee: amount(0) })];
  }

  buy(user: UserId, quantity: number, price: number, terms: Terms = {}): Event[] {
    return this.place('buy', user, quantity, price, terms);
  }

  sell(user: UserId, quantity: number, price: number, terms: Terms = {}): Event[] {
    return this.place('sell', user, quantity, price, terms);
  }

  /** A market order for a number of lots. */
  take(side: Side, user: UserId, quantity: number, terms: MarketTerms = {}): Event[] {
    return this.takeAtMarket(side, user, { by: 'quantity', quantity: quantity as Lots }, terms);
  }

  /** A market order for a quote amount in units. */
  takeAmount(side: Side, user: UserId, units: number, terms: MarketTerms = {}): Event[] {
    return this.takeAtMarket(side, user, { by: 'quote_amount', quoteAmount: asAmount(units) }, terms);
  }

  /** A stop order that becomes a limit order. */
  stopLimit(
    side: Side,
    user: UserId,
    stopPrice: number,
    [quantity, price]: [number, number],
    terms: Terms = {},
  ): Event[] {
    const { timeInForce = 'gtc', postOnly = false, ...rest } = terms;
    const limit = { timeInForce, postOnly, price: price as Ticks, quantity: quantity as Lots };
    return this.placeStop(side, user, stopPrice, { orderType: 'limit', ...limit }, rest);
  }

  /** A stop order that becomes a market order for a number of lots. */
  stopMarket(side: Side, user: UserId, stopPrice: number, quantity: number, terms: StopTerms = {}): Event[] {
    const size = { by: 'quantity', quantity: quantity as Lots } as const;
    return this.placeStop(side, user, stopPrice, { orderType: 'market', size }, terms);
  }

  /** A stop order that becomes a market order for a quote amount in units. */
  stopAmount(side: Side, user: UserId, stopPrice: number, units: number, terms: StopTerms = {}): Event[] {
    const size = { by: 'quote_amount', quoteAmount: asAmount(units) } as const;
    return this.placeStop(side, user, stopPrice, { orderType: 'market', size }, terms);
  }

  cancel(user: UserId, order: number, terms: { side?: Side; requestKey?: string } = {}): Event[] {
    const { side = null, requestKey = null } = terms;
    return this.apply({ type: 'cancel_order', user, order: orderId(order), side, requestKey });
  }

  cancelClientOrder(user: UserId, clientOrderId: string, terms: { side?: Side; requestKey?: string } = {}): Event[] {
    const { side = null, requestKey = null } = terms;
    return this.apply({ type: 'cancel_client_order', user, clientOrderId, side, requestKey });
  }

  /** Replaces an order by one with this total quantity in lots, which includes the filled part of the old one. */
  replace(user: UserId, order: number, quantity: number, price: number, terms: Replacement = {}): Event[] {
    return this.apply({
      type: 'replace_order',
      user,
      order: orderId(order),
      side: null,
      timeInForce: 'gtc',
      postOnly: null,
      price: price as Ticks,
      quantity: quantity as Lots,
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
      ...terms,
    });
  }

  /** Replaces a waiting stop order by one that becomes this order at this stop price. */
  replaceStop(
    user: UserId,
    order: number,
    stopPrice: number,
    becomes: TriggeredReplacement,
    terms: StopReplacement = {},
  ): Event[] {
    return this.apply({
      type: 'replace_stop_order',
      user,
      order: orderId(order),
      side: null,
      stopPrice: stopPrice as Ticks,
      becomes,
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
      ...terms,
    });
  }

  /** Reduces an order to this total quantity in lots, which includes its filled part. */
  reduce(user: UserId, order: number, quantity: number, terms: { side?: Side; requestKey?: string } = {}): Event[] {
    const { side = null, requestKey = null } = terms;
    return this.apply({
      type: 'reduce_order',
      user,
      order: orderId(order),
      side,
      quantity: quantity as Lots,
      requestKey,
    });
  }

  cancelAll(user: UserId, side: Side | null = null, requestKey: string | null = null): Event[] {
    return this.apply({ type: 'cancel_all', user, market: btcusdt, side, requestKey });
  }

  /** [available, locked] of one of the user's accounts, the change account by default. */
  balance(user: UserId, currency: CurrencyId, type: number = accountType.change): [number, number] {
    for (const balance of this.exchange.balances()) {
      if (balance.user === user && balance.currency === currency && balance.accountType === type) {
        return [balance.available, balance.locked];
      }
    }
    return [0, 0];
  }

  /** Ids of all open orders. */
  open(): OrderId[] {
    return [...this.exchange.openOrders()].map(({ order }) => order);
  }

  /** A test exchange restored from a snapshot of this one. */
  restarted(): TestExchange {
    const tested = new TestExchange(Exchange.restore(this.exchange.snapshot()));
    tested.events.push(...this.events);
    tested.timeMs = this.timeMs;
    return tested;
  }

  private takeAtMarket(
    side: Side,
    user: UserId,
    size: MarketOrderSize,
    { price = null, ...terms }: MarketTerms,
  ): Event[] {
    return this.apply({
      type: 'place_market_order',
      user,
      market: btcusdt,
      side,
      price: price as Ticks | null,
      size,
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
      ...terms,
    });
  }

  private placeStop(side: Side, user: UserId, stopPrice: number, becomes: TriggeredOrder, terms: StopTerms): Event[] {
    return this.apply({
      type: 'place_stop_order',
      user,
      market: btcusdt,
      side,
      stopPrice: stopPrice as Ticks,
      becomes,
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
      ...terms,
    });
  }

  private place(side: Side, user: UserId, quantity: number, price: number, terms: Terms): Event[] {
    return this.apply({
      type: 'place_order',
      user,
      market: btcusdt,
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      postOnly: false,
      price: price as Ticks,
      quantity: quantity as Lots,
      selfTradePrevention: null,
      clientOrderId: null,
      requestKey: null,
      ...terms,
    });
  }
}

/** A test exchange that lists BTC, USDT and BTC/USDT, with these settings. */
export function openExchange(market: Partial<ListMarket> = {}, options: ExchangeOptions = {}): TestExchange {
  const tested = new TestExchange(new Exchange(options));
  tested.apply({ type: 'list_currency', currency: btc, code: 'BTC', decimals: 8, ...setup });
  tested.apply({ type: 'list_currency', currency: usdt, code: 'USDT', decimals: 6, ...setup });
  tested.apply({ ...listing, ...market });
  return tested;
}

/** A test exchange where Alice, Bob and Carol have 1 000 000 lots of BTC and 1 000 000 USDT each. */
export function fundedExchange(market: Partial<ListMarket> = {}, options: ExchangeOptions = {}): TestExchange {
  const tested = openExchange(market, options);
  for (const user of [alice, bob, carol]) {
    tested.fund(user, btc, 10_000_000_000);
    tested.fund(user, usdt, 1_000_000_000_000);
  }
  return tested;
}

/** The types of events, in order. */
export function typesOf(events: readonly Event[]): EventType[] {
  return events.map(({ type }) => type);
}

/** The trades among events, each as "maker order × lots @ ticks". */
export function tradesOf(events: readonly Event[]): string[] {
  return events
    .filter((event): event is Traded => event.type === 'traded')
    .map(({ makerOrder, quantity, price }) => `${makerOrder} × ${quantity} @ ${price}`);
}

/** The triggered orders, in order. */
export function triggeredOf(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'order_triggered' ? [event.order] : []));
}

/** The ended orders, each as "order: reason". */
export function endsOf(events: readonly Event[]): string[] {
  return events.flatMap((event) => (event.type === 'order_ended' ? [`${event.order}: ${event.reason}`] : []));
}

/** The reason of the rejection; null when the command was accepted. */
export function rejectionOf(events: readonly Event[]): Rejection | null {
  for (const event of events) if (event.type === 'rejected') return event.rejection;
  return null;
}
