import type { Exchange, OrderAccepted, OrderEnded, OrderId, OrderReduced, Traded } from '@bourse/engine';

/** The terms that an order was accepted with. */
type OrderTerms = Omit<OrderAccepted, 'type'>;

/** An accepted order and its fills, from which its row is written when it ends. */
export class ProjectedOrder {
  readonly terms: OrderTerms;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
  /** In lots, after reductions. An order sized by quote amount has 0 until it trades, then its filled quantity. */
  quantity: number;
  filled = 0;
  filledQuote = 0;
  /** The fee paid so far, in the currency that the order receives. */
  fee = 0;
  /** Earned as a maker, in the currency that the order pays with, so it cannot be netted with `fee`. */
  rebate = 0;

  constructor(terms: OrderTerms, acceptedSequence: number, acceptedAtMs: number) {
    this.terms = terms;
    this.acceptedSequence = acceptedSequence;
    this.acceptedAtMs = acceptedAtMs;
    this.quantity = terms.quantity;
  }

  /** Adds a trade of the order. */
  fill({ quantity, quoteAmount }: Traded, fee: number, rebate: number): void {
    this.filled += quantity;
    this.filledQuote += quoteAmount;
    this.fee += fee;
    this.rebate += rebate;
    if (this.terms.quoteAmount !== null) this.quantity = this.filled;
  }
}

/**
 * The open orders as of the last projected command. `order_ended` carries only the order's id; the other columns of its
 * row are collected here from earlier events.
 */
export class ProjectedOrders {
  readonly #orders = new Map<OrderId, ProjectedOrder>();

  /** Starts with the exchange's open orders. */
  constructor(exchange: Exchange) {
    for (const open of exchange.openOrders()) {
      const order = new ProjectedOrder(open, open.acceptedSequence, open.acceptedAtMs);
      order.filled = open.filled;
      order.filledQuote = open.filledQuote;
      order.fee = open.fee;
      order.rebate = open.rebate;
      this.#orders.set(open.order, order);
    }
  }

  accept(event: OrderAccepted, sequence: number, timeMs: number): void {
    this.#orders.set(event.order, new ProjectedOrder(event, sequence, timeMs));
  }

  trade(event: Traded): void {
    this.#find(event.makerOrder).fill(event, event.makerFee, event.rebate);
    this.#find(event.takerOrder).fill(event, event.takerFee, 0);
  }

  reduce({ order, quantity }: OrderReduced): void {
    this.#find(order).quantity = quantity;
  }

  /** Removes an ended order and returns it. */
  end({ order }: OrderEnded): ProjectedOrder {
    const ended = this.#find(order);
    this.#orders.delete(order);
    return ended;
  }

  #find(id: OrderId): ProjectedOrder {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`order ${id} is in an event but is not open`);
    return order;
  }
}
