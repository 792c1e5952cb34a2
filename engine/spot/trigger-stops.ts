import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { refusedByBand } from '../market/price-band.ts';
import { endOrder } from './end-order.ts';
import { slippageBound } from './market-order-plan.ts';
import { canFillAtOnce, preventionOf } from './match.ts';
import { leaveQueue } from './leave-queue.ts';
import { takeAtOnce } from './place-market-order.ts';
import { mayOnlyRest, maxEarned, takeOrRest, wouldTrade } from './place-order.ts';
import { stopOf } from './stop.ts';
import type { Side } from './terms.ts';
import type { EndReason, Traded } from './events.ts';
import type { Event } from '../event.ts';
import type { MarketId, OrderId, TradeId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Ticks } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';
import type { Stop } from './stop.ts';

/**
 * A trade that reached stop orders: all of this side of its market that its price meets are due, unless an earlier one
 * met them.
 */
export interface ReachedStops {
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Ticks;
  readonly trade: TradeId;
}

/**
 * Notices the stop orders that the trades among these events reached, trade by trade: between two trades of one command
 * the price may have gone somewhere and come back.
 *
 * What is due is fired in the order in which trades reached it; of what one trade reached, the nearest to the price
 * before it comes first, because the price passed that one first, and at one price the earliest order, as in the book.
 */
export function noticeReachedStops(state: ExchangeState, events: readonly Event[], from: number): void {
  for (let at = from; at < events.length; at += 1) {
    const event = events[at];
    if (event?.type !== 'traded') continue;
    noticeTrade(state, event, 'buy');
    noticeTrade(state, event, 'sell');
  }
}

function noticeTrade(state: ExchangeState, { market, price, trade }: Traded, side: Side): void {
  const stops = marketOf(state, market).stops.of(side);
  if (!stops.isFirstMet(state.orders, price)) return;
  if (stops.reached !== null && stops.isMet(price, stops.reached)) return;
  loadReached(state, { market, side, price, trade });
}

/** Remembers a trade that reached stops, behind those before it; so does whoever reads a snapshot. */
export function loadReached(state: ExchangeState, reached: ReachedStops): void {
  marketOf(state, reached.market).stops.of(reached.side).reached = reached.price;
  state.reachedStops.push(reached);
}

/** Whether a stop order is due. Forgets trades whose stops have all been fired or cancelled. */
export function isStopDue(state: ExchangeState): boolean {
  for (;;) {
    const reached = state.reachedStops[0];
    if (reached === undefined) return false;
    const stops = marketOf(state, reached.market).stops.of(reached.side);
    if (stops.isFirstMet(state.orders, reached.price)) return true;
    state.reachedStops.shift();
    if (stops.reached === reached.price) stops.reached = null;
  }
}

/**
 * Triggers the stop order that `isStopDue` found: it becomes the order that it was to become, or ends where that cannot
 * be.
 */
export function fireNextStop(state: ExchangeState, events: Event[]): void {
  const { orders } = state;
  const reached = state.reachedStops[0];
  invariant(reached !== undefined, 'a stop order that is fired must have been reached');
  const market = marketOf(state, reached.market);
  const order = market.stops.of(reached.side).first();
  invariant(order !== absent, 'a stop order that is fired must wait');
  const stop = stopOf(orders, order);
  leaveQueue(state, market, order);
  state.triggerCount += 1;
  stop.trigger = { after: state.orderCount as OrderId, n: state.triggerCount, timeMs: state.timeMs };
  const { trade, price: tradePrice, market: id, side } = reached;
  const user = orders.user(order);
  const facts = { order: orders.id(order), user, market: id, side, stopPrice: stop.price, trade, tradePrice };
  events.push({ type: 'order_triggered', ...facts });
  if (orders.orderType(order) === 'stop_limit') fireLimit(state, market, order, stop, events);
  else fireMarket(state, market, order, stop, events);
}

function fireLimit(state: ExchangeState, market: LiveMarket, order: OrderSlot, stop: Stop, events: Event[]): void {
  const refusal = limitRefusal(state, market, order, stop);
  if (refusal === null) takeOrRest(state, market, order, preventionOf(market, stop), events);
  else endOrder(state, market, order, refusal, events);
}

/** Why a limit order like this one would be refused in the book of this moment, in the same precedence. */
function limitRefusal(
  state: ExchangeState,
  market: LiveMarket,
  order: OrderSlot,
  { selfTradePrevention }: Stop,
): EndReason | null {
  const { orders } = state;
  const { listing } = market;
  const user = orders.user(order);
  const side = orders.side(order);
  const price = orders.price(order);
  const timeInForce = orders.timeInForce(order);
  const limit = { user, side, price, quantity: orders.remaining(order), timeInForce, selfTradePrevention };
  if (listing.state !== 'open' && !mayOnlyRest(market, limit)) return 'market_not_open';
  if (refusedByBand(market, price) !== null) return 'price_out_of_band';
  if (maxEarned(market, limit) > Number.MAX_SAFE_INTEGER) return 'notional_too_large';
  if (listing.sellBlocked && side === 'sell') return 'sell_blocked';
  if (orders.postOnly(order) && wouldTrade(market, limit)) return 'post_only_would_trade';
  return timeInForce === 'fok' && !canFillAtOnce(state, market, limit) ? 'fill_or_kill_unfilled' : null;
}

/** It pays with what it holds, whatever the price has come to, and sells no more than that. */
function fireMarket(state: ExchangeState, market: LiveMarket, order: OrderSlot, stop: Stop, events: Event[]): void {
  const side = state.orders.side(order);
  const { listing } = market;
  const best = market.otherSideOf(side).bestPrice();
  let reason: EndReason;
  if (listing.state !== 'open') reason = 'market_not_open';
  else if (best === null) reason = 'no_best_price';
  else if (listing.sellBlocked && side === 'sell') reason = 'sell_blocked';
  else reason = takeAtOnce(state, market, order, slippageBound(market, side, best), preventionOf(market, stop), events);
  endOrder(state, market, order, reason, events);
}

function marketOf(state: ExchangeState, id: MarketId): LiveMarket {
  const market = state.markets[id];
  invariant(market !== undefined, 'a stop order must belong to a market');
  return market;
}
