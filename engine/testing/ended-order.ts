import type { EndReason, OrderAccepted } from '../spot/events.ts';
import type { Event } from '../event.ts';

/** An ended order with the totals from its events. */
export interface EndedOrder extends Omit<OrderAccepted, 'type' | 'quantity'> {
  readonly type: 'order_ended';
  /** After all reductions; for an order by quote amount, the quantity that it traded. */
  readonly quantity: number;
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly rebate: number;
  readonly reason: EndReason;
  readonly released: number;
}

/** Aggregates the events of one order over a whole history; throws unless it was accepted and has ended. */
export function endedOrder(events: readonly Event[], order: number): EndedOrder {
  const accepted = events.find((event) => event.type === 'order_accepted' && event.order === order);
  const ended = events.find((event) => event.type === 'order_ended' && event.order === order);
  if (accepted?.type !== 'order_accepted' || ended?.type !== 'order_ended')
    throw new Error(`order ${order} has not ended`);
  let quantity: number = accepted.quantity;
  const sums = { filled: 0, filledQuote: 0, fee: 0, rebate: 0 };
  for (const event of events) {
    if (event.type === 'order_reduced' && event.order === order) quantity = event.quantity;
    if (event.type !== 'traded' || (event.makerOrder !== order && event.takerOrder !== order)) continue;
    const makes = event.makerOrder === order;
    sums.filled += event.quantity;
    sums.filledQuote += event.quoteAmount;
    sums.fee += makes ? event.makerFee : event.takerFee;
    sums.rebate += makes ? event.rebate : 0;
  }
  if (accepted.quoteAmount !== null) quantity = sums.filled;
  const { type, reason, released } = ended;
  return { ...accepted, type, quantity, ...sums, reason, released };
}
