import type {
  EndReason,
  MarketId,
  OrderAccepted,
  OrderEnded,
  OrderId,
  OrderReduced,
  OrderTriggered,
  OrderType,
  Side,
  TimeInForce,
  Traded,
  UserId,
} from '@bourse/engine';

/** An order as the views and the order table know it; open while `endReason` is null. Prices in ticks, quantities in lots, money in units. */
export interface OrderState {
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: number;
  /** What it is for after all reductions; of an order by quote amount 0 at first, and what it traded when it has ended. */
  readonly quantity: number;
  readonly quoteAmount: number | null;
  readonly stopPrice: number | null;
  /** A stop order that still waits for its price, and stands in no book. */
  readonly isWaiting: boolean;
  readonly clientOrderId: string | null;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
  readonly filled: number;
  readonly filledQuote: number;
  /** In the currency that the order receives. */
  readonly fee: number;
  /** In the currency that the order pays with. */
  readonly rebate: number;
  /** When it last traded, ended, or else was accepted. */
  readonly updatedAtMs: number;
  readonly endReason: EndReason | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Every open order as of the last committed command, by id and by owner. */
export class OpenOrderView {
  readonly #orders = new Map<number, Mutable<OrderState>>();
  /** By user and market. Insertion order is id order, because ids are given in order of acceptance. */
  readonly #byUser = new Map<number, Map<number, Map<number, OrderState>>>();

  /** `orders` in id order. */
  constructor(orders: Iterable<OrderState>) {
    for (const order of orders) this.#insert({ ...order });
  }

  get size(): number {
    return this.#orders.size;
  }

  find(order: OrderId | number): OrderState | undefined {
    return this.#orders.get(order);
  }

  /** The open orders of a user, newest first, of one side and market when these are given. */
  ofUser(user: UserId, side: Side, market: MarketId | null): OrderState[] {
    const markets = this.#byUser.get(user);
    if (markets === undefined) return [];
    const wanted: OrderState[] = [];
    for (const orders of market === null ? markets.values() : [markets.get(market)]) {
      for (const order of orders?.values() ?? []) if (order.side === side) wanted.push(order);
    }
    return market === null && markets.size > 1 ? wanted.toSorted((a, b) => b.order - a.order) : wanted.toReversed();
  }

  all(): Iterable<OrderState> {
    return this.#orders.values();
  }

  accept(event: OrderAccepted, sequence: number, timeMs: number): void {
    this.#insert({
      order: event.order,
      user: event.user,
      market: event.market,
      side: event.side,
      orderType: event.orderType,
      timeInForce: event.timeInForce,
      postOnly: event.postOnly,
      price: event.price,
      quantity: event.quantity,
      quoteAmount: event.quoteAmount,
      stopPrice: event.stopPrice,
      isWaiting: event.stopPrice !== null,
      clientOrderId: event.clientOrderId,
      acceptedSequence: sequence,
      acceptedAtMs: timeMs,
      filled: 0,
      filledQuote: 0,
      fee: 0,
      rebate: 0,
      updatedAtMs: timeMs,
      endReason: null,
    });
  }

  trigger(event: OrderTriggered, timeMs: number): void {
    const order = this.#open(event.order);
    order.isWaiting = false;
    order.updatedAtMs = timeMs;
  }

  trade(event: Traded, timeMs: number): void {
    this.#fill(event.makerOrder, event, event.makerFee, event.rebate, timeMs);
    this.#fill(event.takerOrder, event, event.takerFee, 0, timeMs);
  }

  reduce(event: OrderReduced): void {
    const order = this.#orders.get(event.order);
    if (order === undefined) throw new Error(`order ${event.order} is reduced, which is not open`);
    order.quantity = event.quantity;
  }

  end(event: OrderEnded): void {
    this.#orders.delete(event.order);
    const own = this.#byUser.get(event.user);
    const here = own?.get(event.market);
    here?.delete(event.order);
    if (here?.size === 0) own?.delete(event.market);
    if (own?.size === 0) this.#byUser.delete(event.user);
  }

  #fill(id: OrderId, event: Traded, fee: number, rebate: number, timeMs: number): void {
    const order = this.#open(id);
    order.filled += event.quantity;
    order.filledQuote += event.quoteAmount;
    order.fee += fee;
    order.rebate += rebate;
    order.updatedAtMs = timeMs;
  }

  #open(id: OrderId): Mutable<OrderState> {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`order ${id} is in an event but is not open`);
    return order;
  }

  #insert(order: Mutable<OrderState>): void {
    this.#orders.set(order.order, order);
    let own = this.#byUser.get(order.user);
    if (own === undefined) {
      own = new Map();
      this.#byUser.set(order.user, own);
    }
    let here = own.get(order.market);
    if (here === undefined) {
      here = new Map();
      own.set(order.market, here);
    }
    here.set(order.order, order);
  }
}

/** The finished order that an `order_ended` event describes. */
export function endedOrder(event: OrderEnded, timeMs: number): OrderState {
  return {
    order: event.order,
    user: event.user,
    market: event.market,
    side: event.side,
    orderType: event.orderType,
    timeInForce: event.timeInForce,
    postOnly: event.postOnly,
    price: event.price,
    quantity: event.quantity,
    quoteAmount: event.quoteAmount,
    stopPrice: event.stopPrice,
    isWaiting: false,
    clientOrderId: event.clientOrderId,
    acceptedSequence: event.acceptedSequence,
    acceptedAtMs: event.acceptedAtMs,
    filled: event.filled,
    filledQuote: event.filledQuote,
    fee: event.fee,
    rebate: event.rebate,
    updatedAtMs: timeMs,
    endReason: event.reason,
  };
}
