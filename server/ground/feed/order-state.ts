import type {
  EndReason,
  Exchange,
  MarketId,
  OpenOrder,
  OrderAccepted,
  OrderId,
  OrderType,
  Side,
  TimeInForce,
  Traded,
  UserId,
} from '@bourse/engine';
import type { Committed } from '../core/index.ts';

/**
 * An order as the views and the order table know it; open while `endReason` is null. Prices in ticks, quantities in
 * lots, amounts in units.
 */
export interface OrderState {
  readonly order: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: number;
  /**
   * The quantity after all reductions. For an order sized by quote amount it is 0 while open and the traded quantity
   * once ended.
   */
  readonly quantity: number;
  readonly quoteAmount: number | null;
  readonly stopPrice: number | null;
  /** Whether this is a stop order that has not been triggered and is in no book. */
  readonly isWaiting: boolean;
  readonly clientOrderId: string | null;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
  readonly filled: number;
  readonly filledQuote: number;
  /** The fee so far, in the currency that the order receives. */
  readonly fee: number;
  /** The rebate so far, in the currency that the order pays with. */
  readonly rebate: number;
  /** The time of the last trade or the end, or else of the acceptance. */
  readonly updatedAtMs: number;
  readonly endReason: EndReason | null;
}

export type ChangingOrder = { -readonly [Key in keyof OrderState]: OrderState[Key] };

/** The order that an `order_accepted` event describes. */
export function acceptedOrder(event: OrderAccepted, sequence: number, timeMs: number): ChangingOrder {
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
  };
}

/**
 * The open orders of a recovered exchange, in id order. `lastFillMs` has the time of the last fill by order, for orders
 * that have traded.
 */
export function* recoveredOrders(
  exchange: Exchange,
  lastFillMs: ReadonlyMap<number, number>,
): Generator<ChangingOrder> {
  for (const open of exchange.openOrders()) yield recoveredOrder(open, lastFillMs.get(open.order));
}

function recoveredOrder(open: OpenOrder, lastFillMs: number | undefined): ChangingOrder {
  const { stop, acceptedSequence, acceptedAtMs, filled, filledQuote, fee, rebate } = open;
  const order = acceptedOrder({ type: 'order_accepted', ...open }, acceptedSequence, acceptedAtMs);
  const isWaiting = stop !== null && stop.trigger === null;
  const updatedAtMs = lastFillMs ?? stop?.trigger?.timeMs ?? acceptedAtMs;
  return { ...order, isWaiting, filled, filledQuote, fee, rebate, updatedAtMs };
}

/** Applies a trade to one of its two orders. */
export function fillOrder(order: ChangingOrder, event: Traded, timeMs: number): void {
  const takes = order.order === event.takerOrder;
  order.filled += event.quantity;
  order.filledQuote += event.quoteAmount;
  order.fee += takes ? event.takerFee : event.makerFee;
  if (!takes) order.rebate += event.rebate;
  order.updatedAtMs = timeMs;
}

export function endOrder(order: ChangingOrder, reason: EndReason, timeMs: number): void {
  // The quantity of an order sized by quote amount is known only now: it is what was filled.
  if (order.quoteAmount !== null) order.quantity = order.filled;
  order.isWaiting = false;
  order.updatedAtMs = timeMs;
  order.endReason = reason;
}

/** The state of an order right after the command that placed it, derived from that command's events only. */
export function placedOrder(accepted: OrderAccepted, { events, sequence, timeMs }: Committed): OrderState {
  const order = acceptedOrder(accepted, sequence, timeMs);
  // A stop order may be triggered by the command that placed it; the socket reports that separately.
  if (order.isWaiting) return order;
  for (const event of events) {
    if (event.type === 'order_ended' && event.order === order.order) {
      endOrder(order, event.reason, timeMs);
      break;
    }
    if (event.type === 'traded' && (event.takerOrder === order.order || event.makerOrder === order.order)) {
      fillOrder(order, event, timeMs);
    }
  }
  return order;
}
