import { absent } from '../absent.ts';
import { nextOrderId } from './accept-order.ts';
import { endOrder } from './end-order.ts';
import { leaveQueue } from './leave-queue.ts';
import { findOwnOrder, marketOfOrder } from './own-order.ts';
import { checkedStop, enterStop } from './place-stop-order.ts';
import type { PlaceStopOrder, ReplaceStopOrder } from './commands.ts';
import type { Event } from '../event.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { LiveMarket } from '../market/market.ts';
import type { StopRejection } from './rejections.ts';
import type { OrderSlot } from './orders.ts';

/**
 * Ends a stop order that waits for its trigger and places another. The new order is checked as if the old one did not
 * exist: the old order's hold counts as available, and it does not count as open. On a rejection the old order stays
 * unchanged. A waiting order has not traded, so the new order has exactly the given size.
 */
export function replaceStopOrder(
  state: ExchangeState,
  command: ReplaceStopOrder,
  events: Event[],
): OrderOutcome | StopRejection | RejectionFor<'order_not_found' | 'order_not_waiting'> {
  const { orders } = state;
  const old = findOwnOrder(state, command);
  if (old === absent) return { reason: 'order_not_found' };
  if (!orders.isWaiting(old)) return { reason: 'order_not_waiting' };
  const market = marketOfOrder(state, old);
  const trader = orders.trader(old);
  const placement = placementOf(state, market, old, command);
  const plan = checkedStop(state, market, trader, old, placement);
  if ('reason' in plan) return plan;

  const { user, market: id } = placement;
  leaveQueue(state, market, old);
  endOrder(state, market, old, 'replaced', events);
  events.push({ type: 'order_replaced', user, market: id, order: command.order, by: nextOrderId(state) });
  return { type: 'order', order: enterStop(state, market, trader, placement, plan, events) };
}

function placementOf(
  { orders }: ExchangeState,
  { listing }: LiveMarket,
  old: OrderSlot,
  { user, stopPrice, becomes, selfTradePrevention, clientOrderId, requestKey }: ReplaceStopOrder,
): PlaceStopOrder {
  return {
    type: 'place_stop_order',
    user,
    market: listing.market,
    side: orders.side(old),
    stopPrice,
    becomes:
      becomes.orderType === 'market' ? becomes : { ...becomes, postOnly: becomes.postOnly ?? orders.postOnly(old) },
    selfTradePrevention,
    clientOrderId,
    requestKey,
  };
}
