import type {
  EndReason,
  MarketId,
  OrderAccepted,
  OrderId,
  OrderReduced,
  OrderTriggered,
  Side,
  Traded,
  UserId,
} from '@bourse/engine';
import { acceptedOrder, type ChangingOrder, endOrder, fillOrder, type OrderState } from './order-state.ts';

/** Every open order as of the last committed command, by id and by user. */
export class OpenOrderView {
  readonly #orders = new Map<number, ChangingOrder>();
  /** By user and market. Insertion order is id order, because ids are assigned on acceptance. */
  readonly #byUser = new Map<number, Map<number, Map<number, OrderState>>>();

  /**
   * Two batches may be published in one turn of the event loop, before the callers that await either of them resume, so
   * the orders that ended in the previous batch are kept as well.
   */
  #ended: OrderState[] = [];
  #endedBefore: OrderState[] = [];

  /** Starts with these orders, which must be in id order. */
  constructor(orders: Iterable<ChangingOrder>) {
    for (const order of orders) this.#insert(order);
  }

  get size(): number {
    return this.#orders.size;
  }

  find(order: OrderId | number): OrderState | undefined {
    return this.#orders.get(order);
  }

  /** The open orders of a user on one side, newest first; of all markets if `market` is null. */
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
    this.#insert(acceptedOrder(event, sequence, timeMs));
  }

  trigger(event: OrderTriggered, timeMs: number): void {
    const order = this.open(event.order);
    order.isWaiting = false;
    order.updatedAtMs = timeMs;
  }

  trade(event: Traded, timeMs: number): void {
    fillOrder(this.open(event.makerOrder), event, timeMs);
    fillOrder(this.open(event.takerOrder), event, timeMs);
  }

  reduce(event: OrderReduced): void {
    this.open(event.order).quantity = event.quantity;
  }

  /** Ends an order returned by `open`. */
  end(order: ChangingOrder, reason: EndReason, timeMs: number): void {
    endOrder(order, reason, timeMs);
    this.#ended.push(order);
    this.#orders.delete(order.order);
    const own = this.#byUser.get(order.user);
    const here = own?.get(order.market);
    here?.delete(order.order);
    if (here?.size === 0) own?.delete(order.market);
    if (own?.size === 0) this.#byUser.delete(order.user);
  }

  /** An order that ended in one of the latest two batches; undefined if it is open or ended earlier. */
  findEnded(id: OrderId): OrderState | undefined {
    const isThis = ({ order }: OrderState): boolean => order === id;
    return this.#ended.findLast(isThis) ?? this.#endedBefore.findLast(isThis);
  }

  /** Drops the orders that ended in the batch before the last. Called after each batch. */
  forgetEnded(): void {
    this.#endedBefore = this.#ended;
    this.#ended = [];
  }

  /** The open order with this id, which must come from a committed event. Throws if it is not open. */
  open(id: OrderId): ChangingOrder {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`order ${id} is in an event but is not open`);
    return order;
  }

  #insert(order: ChangingOrder): void {
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
