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
 * lots, money in units.
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
   * What it is for after all reductions; of an order by quote amount 0 at first, and what it traded when it has ended.
   */
  readonly quantity: number;
  readonly quoteAmount: number | null;
  readonly stopPrice: number | null;
  /** A stop order that still waits for its price, and is in no book. */
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

export type ChangingOrder = { -readonly [Key in keyof OrderState]: OrderState[Key] };

/** The order as an `order_accepted` event describes it. */
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

/** The open orders of a recovered exchange, in id order. `lastFillMs` by order, of those that have traded. */
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

/** Adds what a trade did to one of its two orders. */
export function fillOrder(order: ChangingOrder, event: Traded, timeMs: number): void {
  const takes = order.order === event.takerOrder;
  order.filled += event.quantity;
  order.filledQuote += event.quoteAmount;
  order.fee += takes ? event.takerFee : event.makerFee;
  if (!takes) order.rebate += event.rebate;
  order.updatedAtMs = timeMs;
}

/** Ends an order. */
export function endOrder(order: ChangingOrder, reason: EndReason, timeMs: number): void {
  // An order by quote amount was for what it has bought or sold.
  if (order.quoteAmount !== null) order.quantity = order.filled;
  order.isWaiting = false;
  order.updatedAtMs = timeMs;
  order.endReason = reason;
}

/** An order after the command that placed it, from that command's events alone: later commands are not in it. */
export function placedOrder(accepted: OrderAccepted, { events, sequence, timeMs }: Committed): OrderState {
  const order = acceptedOrder(accepted, sequence, timeMs);
  // If a stop order is triggered by the command that placed it, the socket reports that.
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
