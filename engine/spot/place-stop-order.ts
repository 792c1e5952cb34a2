import { absent } from '../absent.ts';
import { acceptOrder, availableFor, insufficientBalance, isCount, nextOrderId } from './accept-order.ts';
import { priceLimit } from './orders.ts';
import { planStopOrder } from './stop-order-plan.ts';
import type { Absent } from '../absent.ts';
import type { PlaceStopOrder } from './commands.ts';
import type { TriggeredOrder } from './terms.ts';
import type { Event } from '../event.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Ticks } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ClientIdRejection } from './rejections.ts';
import type { ExchangeState } from '../state.ts';
import type { StopOrderPlan } from './stop-order-plan.ts';
import type { TraderSlot } from './traders.ts';

type StopRejection =
  | ClientIdRejection
  | RejectionFor<
      | 'market_unknown'
      | 'market_not_open'
      | 'time_in_force_invalid'
      | 'stop_price_invalid'
      | 'price_invalid'
      | 'quantity_invalid'
      | 'amount_invalid'
      | 'price_off_step'
      | 'quantity_off_step'
      | 'stop_would_trigger'
      | 'notional_too_large'
      | 'below_min_notional'
      | 'sell_blocked'
      | 'too_many_open_orders'
      | 'insufficient_balance'
    >;

/**
 * Accepts a stop order, which then waits. All checks precede the first change, including that no trade has reached its
 * price yet; only checks against the future book are left until it is triggered.
 */
export function placeStopOrder(
  state: ExchangeState,
  command: PlaceStopOrder,
  events: Event[],
): OrderOutcome | StopRejection {
  const market = state.markets[command.market];
  if (market === undefined) return { reason: 'market_unknown' };
  const malformed = refusedByForm(market, command);
  if (malformed !== null) return malformed;
  const plan = planStopOrder(market, command);
  const trader = market.traders.find(command.user);
  const refusal = refusedByPlan(market, command, plan) ?? refusedByUser(state, market, trader, command, plan.held);
  if (refusal !== null) return refusal;

  const { user, market: id, side, stopPrice, selfTradePrevention, clientOrderId } = command;
  const { orderType, timeInForce, postOnly, price, quantity, quoteAmount, held, maxLots } = plan;
  const terms = { orderType, timeInForce, postOnly, price, quantity, quoteAmount, stopPrice, clientOrderId, held };
  const order = nextOrderId(state);
  const accepted = { type: 'order_accepted', order, user, market: id, side, ...terms } as const;
  const slot = acceptOrder(state, market, trader, accepted, maxLots, events);
  state.orders.setStop(slot, { price: stopPrice, selfTradePrevention, place: 0, trigger: null });
  market.stops.of(side).add(state.orders, slot);
  state.waitingStops += 1;
  return { type: 'order', order };
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
  const minimum = Math.max(listing.minNotional, plan.minWorth) as Amount;
  if (plan.worth < minimum) return { reason: 'below_min_notional', minimum, notional: plan.worth as Amount };
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
  { user, side, clientOrderId }: PlaceStopOrder,
  needed: Amount,
): StopRejection | null {
  const { listing, traders } = market;
  if (clientOrderId !== null) {
    const refusal = state.clientOrderIds.refusal(user, clientOrderId, null, state.timeMs);
    if (refusal !== null) return refusal;
  }
  if (trader !== absent && traders.openOrders(trader) >= listing.maxOpenOrders) {
    return { reason: 'too_many_open_orders', maximum: listing.maxOpenOrders };
  }
  const available = availableFor(state, market, trader, user, side);
  return available < needed ? insufficientBalance(market, side, available, needed) : null;
}
