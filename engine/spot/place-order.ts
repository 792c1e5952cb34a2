import { refusedByBand } from '../market/price-band.ts';
import {
  acceptOrder,
  availableFor,
  insufficientBalance,
  isCount,
  isTradingStopped,
  nextOrderId,
} from './accept-order.ts';
import { endOrder } from './end-order.ts';
import { canFillAtOnce, matchOrder, preventionOf } from './match.ts';
import { priceLimit } from './orders.ts';
import type { Absent } from '../absent.ts';
import type { PlaceOrder } from './commands.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { Event } from '../event.ts';
import type { OrderAccepted } from './events.ts';
import type { OrderId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import { type Amount, asAmount } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';
import type { PlacementRejection } from './rejections.ts';
import type { TraderSlot } from './traders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

const largest = Number.MAX_SAFE_INTEGER;

/**
 * Accepts an order, matches it with the other side of the book, and adds the rest of a good-till-cancelled order to the
 * book. All checks precede the first change; after acceptance nothing can fail.
 */
export function placeOrder(
  state: ExchangeState,
  command: PlaceOrder,
  events: Event[],
): OrderOutcome | RejectionFor<'market_unknown'> | PlacementRejection {
  const market = state.markets[command.market];
  if (market === undefined) return { reason: 'market_unknown' };
  const trader = market.traders.find(command.user);
  const refusal = refusedPlacement(state, market, trader, absent, command);
  if (refusal !== null) return refusal;
  return { type: 'order', order: enterOrder(state, market, trader, command, events) };
}

/**
 * The rejection of an order that would replace `replaced`, an open order of the same user and side, or `absent`; null
 * if it is acceptable.
 */
export function refusedPlacement(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  replaced: OrderSlot | Absent,
  command: PlaceOrder,
): PlacementRejection | null {
  if (isTradingStopped(state, market, trader, command.user)) return { reason: 'trading_stopped' };
  // Meaningless when price or quantity is invalid; both are validated before these are used.
  const notional = market.quoteAmount(command.price, command.quantity);
  const baseAmount = market.baseAmount(command.quantity);
  const needed = asAmount(command.side === 'buy' ? notional : baseAmount);
  const traded = replaced === absent ? 0 : state.orders.filled(replaced);
  const refusal =
    refusedByMarket(market, command, traded, notional, baseAmount) ??
    refusedByUser(state, market, trader, replaced, command, needed);
  if (refusal !== null) return refusal;
  if (command.postOnly && wouldTrade(market, command)) return { reason: 'post_only_would_trade' };
  if (command.timeInForce === 'fok' && !canFillAtOnce(state, market, command)) {
    return { reason: 'fill_or_kill_unfilled' };
  }
  return null;
}

/** Accepts a checked order, matches it, adds the rest to the book if allowed, and returns its id. */
export function enterOrder(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  command: PlaceOrder,
  events: Event[],
): OrderId {
  const { side, price, quantity } = command;
  const held = asAmount(side === 'buy' ? market.quoteAmount(price, quantity) : market.baseAmount(quantity));
  const accepted = acceptedEvent(nextOrderId(state), command, held);
  const order = acceptOrder(state, market, trader, accepted, quantity, events);
  takeOrRest(state, market, order, preventionOf(market, command), events);
  return accepted.order;
}

/** Matches a limit order, then ends it or adds the rest to the book. */
export function takeOrRest(
  state: ExchangeState,
  market: LiveMarket,
  order: OrderSlot,
  prevention: SelfTradePrevention,
  events: Event[],
): void {
  const { orders } = state;
  const endReason = matchOrder(state, market, order, prevention, events);
  if (endReason !== null) endOrder(state, market, order, endReason, events);
  else if (orders.timeInForce(order) !== 'gtc') endOrder(state, market, order, 'immediate_or_cancel', events);
  else market.sideOf(orders.side(order)).append(orders, order);
}

/**
 * Checks everything that does not depend on the user. `traded` is the filled quantity of the replaced order: the
 * total must be a multiple of the step.
 */
function refusedByMarket(
  market: LiveMarket,
  command: PlaceOrder,
  traded: number,
  notional: number,
  baseAmount: number,
): PlacementRejection | null {
  const { listing } = market;
  if (listing.state !== 'open' && !mayOnlyRest(market, command)) return { reason: 'market_not_open' };
  if (command.postOnly && command.timeInForce !== 'gtc') return { reason: 'time_in_force_invalid' };
  if (!isCount(command.price) || command.price >= priceLimit) return { reason: 'price_invalid' };
  if (!isCount(command.quantity)) return { reason: 'quantity_invalid' };
  if (command.price % listing.priceStep !== 0) return { reason: 'price_off_step', step: listing.priceStep };
  if ((command.quantity + traded) % listing.quantityStep !== 0) {
    return { reason: 'quantity_off_step', step: listing.quantityStep };
  }
  if (listing.priceBandPpm !== null) {
    const refusal = refusedByBand(market, command.price);
    if (refusal !== null) return refusal;
  }
  if (notional > largest || baseAmount > largest || maxEarned(market, command) > largest) {
    return { reason: 'notional_too_large' };
  }
  if (notional < listing.minNotional) {
    return { reason: 'below_min_notional', minimum: listing.minNotional, notional: asAmount(notional) };
  }
  if (listing.sellBlocked && command.side === 'sell') return { reason: 'sell_blocked' };
  return null;
}

/** Checks the order against the user's balance, open orders and client order ids. */
function refusedByUser(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  replaced: OrderSlot | Absent,
  command: PlaceOrder,
  needed: Amount,
): PlacementRejection | null {
  const { listing, traders } = market;
  const { user, clientOrderId } = command;
  if (clientOrderId !== null) {
    const ending = replaced === absent ? null : state.orders.clientOrderId(replaced);
    const refusal = state.clientOrderIds.refusal(user, clientOrderId, ending, state.timeMs);
    if (refusal !== null) return refusal;
  }
  const openOrders = trader === absent ? 0 : traders.openOrders(trader) - (replaced === absent ? 0 : 1);
  if (command.timeInForce === 'gtc' && openOrders >= listing.maxOpenOrders) {
    return { reason: 'too_many_open_orders', maximum: listing.maxOpenOrders };
  }
  const free = availableFor(state, market, trader, user, command.side);
  const available = asAmount(replaced === absent ? free : free + state.orders.held(replaced));
  return available < needed ? insufficientBalance(market, command.side, available, needed) : null;
}

function acceptedEvent(order: OrderId, command: PlaceOrder, held: Amount): OrderAccepted {
  return {
    type: 'order_accepted',
    order,
    user: command.user,
    market: command.market,
    side: command.side,
    orderType: command.orderType,
    timeInForce: command.timeInForce,
    postOnly: command.postOnly,
    price: command.price,
    quantity: command.quantity,
    quoteAmount: null,
    stopPrice: null,
    clientOrderId: command.clientOrderId,
    held,
  };
}

/** Whether a post-only market accepts the order: it must rest without trading. */
export function mayOnlyRest(market: LiveMarket, command: Pick<PlaceOrder, 'side' | 'price' | 'timeInForce'>): boolean {
  return market.listing.state === 'post_only' && command.timeInForce === 'gtc' && !wouldTrade(market, command);
}

/** Whether the order would match the best order of the other side, even an own one. */
export function wouldTrade(market: LiveMarket, { side, price }: Pick<PlaceOrder, 'side' | 'price'>): boolean {
  return market.otherSideOf(side).bestWithin(price) !== absent;
}

/**
 * The maximum that a sell could earn from a better bid; 0 when there is no bid. A buy never pays more than its
 * notional.
 */
export function maxEarned(market: LiveMarket, { side, quantity }: Pick<PlaceOrder, 'side' | 'quantity'>): number {
  const best = side === 'buy' ? null : market.bids.bestPrice();
  return best === null ? 0 : market.quoteAmount(best, quantity);
}
