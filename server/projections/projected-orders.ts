import type { Exchange, OrderAccepted, OrderEnded, OrderId, OrderReduced, Traded } from '@bourse/engine';

/** What an order was accepted with. */
type OrderTerms = Omit<OrderAccepted, 'type'>;

/** An order that was accepted, with what it has traded; its row is written from this when it ends. */
export class ProjectedOrder {
  readonly terms: OrderTerms;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
  /**
   * What it is for after all reductions; of an order by quote amount 0 until it trades, from then on what it traded.
   */
  quantity: number;
  filled = 0;
  filledQuote = 0;
  /** Paid, in the currency that it receives. */
  fee = 0;
  /** Earned as a maker, in the currency that it pays with; so the two cannot be one figure. */
  rebate = 0;

  constructor(terms: OrderTerms, acceptedSequence: number, acceptedAtMs: number) {
    this.terms = terms;
    this.acceptedSequence = acceptedSequence;
    this.acceptedAtMs = acceptedAtMs;
    this.quantity = terms.quantity;
  }

  /** Adds one of its trades. */
  fill({ quantity, quoteAmount }: Traded, fee: number, rebate: number): void {
    this.filled += quantity;
    this.filledQuote += quoteAmount;
    this.fee += fee;
    this.rebate += rebate;
    if (this.terms.quoteAmount !== null) this.quantity = this.filled;
  }
}

/**
 * Every order that was accepted and has not ended, as of the last projected command. An `order_ended` names its order
 * only; everything else in the order's row is collected here from the events before it.
 */
export class ProjectedOrders {
  readonly #orders = new Map<OrderId, ProjectedOrder>();

  /** Goes on from where the exchange is now. */
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

  /** Forgets an order that has ended and answers all that is known of it. */
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
