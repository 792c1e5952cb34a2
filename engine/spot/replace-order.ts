import { absent } from '../absent.ts';
import { isCount, nextOrderId } from './accept-order.ts';
import { endOrder } from './end-order.ts';
import { findOwnOrder, marketOfOrder } from './own-order.ts';
import { enterOrder, refusedPlacement } from './place-order.ts';
import type { PlaceOrder, ReplaceOrder } from './commands.ts';
import type { Event } from '../event.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Lots } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { PlacementRejection } from './rejections.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/**
 * Ends an open order and places another, behind all others at its price. The new order is checked as if the old one did
 * not exist: the old order's hold counts as available, and it does not count as open. On a rejection the old order
 * stays unchanged.
 */
export function replaceOrder(
  state: ExchangeState,
  command: ReplaceOrder,
  events: Event[],
): OrderOutcome | PlacementRejection | RejectionFor<'order_not_found' | 'order_waiting' | 'quantity_filled'> {
  const { orders } = state;
  const old = findOwnOrder(state, command);
  if (old === absent) return { reason: 'order_not_found' };
  if (orders.isWaiting(old)) return { reason: 'order_waiting' };
  const market = marketOfOrder(state, old);
  const trader = orders.trader(old);
  const placement = placementOf(state, market, old, command);
  const refusal = refusedPlacement(state, market, trader, old, placement);
  if (refusal?.reason === 'quantity_invalid' && isCount(command.quantity)) {
    return { reason: 'quantity_filled', filled: orders.filled(old) };
  }
  if (refusal !== null) return refusal;

  const { user, market: id } = placement;
  market.sideOf(placement.side).remove(orders, old);
  endOrder(state, market, old, 'replaced', events);
  events.push({ type: 'order_replaced', user, market: id, order: command.order, by: nextOrderId(state) });
  return { type: 'order', order: enterOrder(state, market, trader, placement, events) };
}

/** The new order, for the part of the quantity that the old one has not traded; this may be zero or less. */
function placementOf(
  { orders }: ExchangeState,
  { listing }: LiveMarket,
  old: OrderSlot,
  { user, timeInForce, postOnly, price, quantity, selfTradePrevention, clientOrderId, requestKey }: ReplaceOrder,
): PlaceOrder {
  return {
    type: 'place_order',
    user,
    market: listing.market,
    side: orders.side(old),
    orderType: 'limit',
    timeInForce,
    postOnly: postOnly ?? orders.postOnly(old),
    price,
    quantity: (isCount(quantity) ? quantity - orders.filled(old) : quantity) as Lots,
    selfTradePrevention,
    clientOrderId,
    requestKey,
  };
}
