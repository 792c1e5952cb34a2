import { absent } from '../absent.ts';
import {
  acceptOrder,
  availableFor,
  insufficientBalance,
  isCount,
  isTradingStopped,
  nextOrderId,
} from './accept-order.ts';
import { priceLimit } from './orders.ts';
import { planStopOrder } from './stop-order-plan.ts';
import type { Absent } from '../absent.ts';
import type { PlaceStopOrder } from './commands.ts';
import type { TriggeredOrder } from './terms.ts';
import type { Event } from '../event.ts';
import type { OrderId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import { asAmount, type Ticks } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';
import type { StopRejection } from './rejections.ts';
import type { StopOrderPlan } from './stop-order-plan.ts';
import type { TraderSlot } from './traders.ts';

/**
 * Accepts a stop order, which then waits. All checks precede the first change, including that no trade has reached its
 * price yet; only checks against the future book are left until it is triggered.
 */
export function placeStopOrder(
  state: ExchangeState,
  command: PlaceStopOrder,
  events: Event[],
): OrderOutcome | RejectionFor<'market_unknown'> | StopRejection {
  const market = state.markets[command.market];
  if (market === undefined) return { reason: 'market_unknown' };
  const trader = market.traders.find(command.user);
  const plan = checkedStop(state, market, trader, absent, command);
  if ('reason' in plan) return plan;
  return { type: 'order', order: enterStop(state, market, trader, command, plan, events) };
}

/**
 * The plan of a stop order that would replace `replaced`, a waiting stop order of the same user and side, or `absent`;
 * or its rejection.
 */
export function checkedStop(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  replaced: OrderSlot | Absent,
  command: PlaceStopOrder,
): StopOrderPlan | StopRejection {
  if (isTradingStopped(state, market, trader, command.user)) return { reason: 'trading_stopped' };
  const malformed = refusedByForm(market, command);
  if (malformed !== null) return malformed;
  const plan = planStopOrder(market, command);
  return refusedByPlan(market, command, plan) ?? refusedByUser(state, market, trader, replaced, command, plan) ?? plan;
}

/** Accepts a checked stop order, adds it to those that wait, and returns its id. */
export function enterStop(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  command: PlaceStopOrder,
  plan: StopOrderPlan,
  events: Event[],
): OrderId {
  const { user, market: id, side, stopPrice, selfTradePrevention, clientOrderId } = command;
  const { orderType, timeInForce, postOnly, price, quantity, quoteAmount, held, maxLots } = plan;
  const terms = { orderType, timeInForce, postOnly, price, quantity, quoteAmount, stopPrice, clientOrderId, held };
  const order = nextOrderId(state);
  const accepted = { type: 'order_accepted', order, user, market: id, side, ...terms } as const;
  const slot = acceptOrder(state, market, trader, accepted, maxLots, events);
  state.orders.setStop(slot, { price: stopPrice, selfTradePrevention, place: 0, trigger: null });
  market.stops.of(side).add(state.orders, slot);
  state.waitingStops += 1;
  return order;
}

/** Checks the order itself, and that its stop price has not been reached. */
function refusedByForm(market: LiveMarket, { side, stopPrice, becomes }: PlaceStopOrder): StopRejection | null {
  if (market.listing.state !== 'open') return { reason: 'market_not_open' };
  const isLimit = becomes.orderType === 'limit';
  if (isLimit && becomes.postOnly && becomes.timeInForce !== 'gtc') return { reason: 'time_in_force_invalid' };
  if (!isPrice(stopPrice)) return { reason: 'stop_price_invalid' };
  if (isLimit) {
    if (!isPrice(becomes.price)) return { reason: 'price_invalid' };
    if (!isCount(becomes.quantity)) return { reason: 'quantity_invalid' };
  } else if (becomes.size.by === 'quantity') {
    if (!isCount(becomes.size.quantity)) return { reason: 'quantity_invalid' };
  } else if (!isCount(becomes.size.quoteAmount)) {
    return { reason: 'amount_invalid' };
  }
  const offStep = refusedByStep(market, stopPrice, becomes);
  if (offStep !== null) return offStep;
  const stops = market.stops.of(side);
  // Reached stops that have not fired yet must come before this one, whatever the last price is now.
  for (const reference of [market.lastPrice, stops.reached]) {
    if (reference !== null && stops.isMet(stopPrice, reference)) {
      return { reason: 'stop_would_trigger', stopPrice, reference };
    }
  }
  return null;
}

/** An order by amount may trade any number of lots. */
function refusedByStep({ listing }: LiveMarket, stopPrice: Ticks, becomes: TriggeredOrder): StopRejection | null {
  const { priceStep, quantityStep } = listing;
  const isLimit = becomes.orderType === 'limit';
  const isOff = stopPrice % priceStep !== 0 || (isLimit && becomes.price % priceStep !== 0);
  if (isOff) return { reason: 'price_off_step', step: priceStep };
  const quantity = isLimit ? becomes.quantity : becomes.size.by === 'quantity' ? becomes.size.quantity : 0;
  return quantity % quantityStep === 0 ? null : { reason: 'quantity_off_step', step: quantityStep };
}

function isPrice(price: Ticks): boolean {
  return isCount(price) && price < priceLimit;
}

/** Checks everything that does not depend on the user. */
function refusedByPlan({ listing }: LiveMarket, { side }: PlaceStopOrder, plan: StopOrderPlan): StopRejection | null {
  if (plan.largestAmount > Number.MAX_SAFE_INTEGER) return { reason: 'notional_too_large' };
  const minimum = asAmount(Math.max(listing.minNotional, plan.minWorth));
  if (plan.worth < minimum) return { reason: 'below_min_notional', minimum, notional: asAmount(plan.worth) };
  return listing.sellBlocked && side === 'sell' ? { reason: 'sell_blocked' } : null;
}

/**
 * Checks the order against the user's open orders, client order ids and balance. A stop order stays open, so it
 * always counts.
 */
function refusedByUser(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  replaced: OrderSlot | Absent,
  { user, side, clientOrderId }: PlaceStopOrder,
  { held: needed }: StopOrderPlan,
): StopRejection | null {
  const { listing, traders } = market;
  if (clientOrderId !== null) {
    const ending = replaced === absent ? null : state.orders.clientOrderId(replaced);
    const refusal = state.clientOrderIds.refusal(user, clientOrderId, ending, state.timeMs);
    if (refusal !== null) return refusal;
  }
  const openOrders = trader === absent ? 0 : traders.openOrders(trader) - (replaced === absent ? 0 : 1);
  if (openOrders >= listing.maxOpenOrders) return { reason: 'too_many_open_orders', maximum: listing.maxOpenOrders };
  const free = availableFor(state, market, trader, user, side);
  const available = asAmount(replaced === absent ? free : free + state.orders.held(replaced));
  return available < needed ? insufficientBalance(market, side, available, needed) : null;
}
