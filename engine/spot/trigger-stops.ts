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
 * A trade that reached stop orders: all on this side of its market that its price triggers are due, unless an earlier
 * trade reached them.
 */
export interface ReachedStops {
  readonly market: MarketId;
  readonly side: Side;
  readonly price: Ticks;
  readonly trade: TradeId;
}

/**
 * Notes the stop orders reached by the trades among these events, trade by trade, because the price may move away and
 * back between two trades of one command.
 *
 * Due orders fire in the order of the trades that reached them. Among those reached by one trade, the stop price
 * nearest to the previous price comes first, because the price passed it first; at equal stop prices the earliest order
 * comes first, as in the book.
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

/** Appends a trade that reached stop orders; also used to load snapshots. */
export function loadReached(state: ExchangeState, reached: ReachedStops): void {
  marketOf(state, reached.market).stops.of(reached.side).reached = reached.price;
  state.reachedStops.push(reached);
}

/** Whether a stop order is due. Drops trades whose stop orders have all fired or been cancelled. */
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
 * Triggers the stop order that `isStopDue` found: it becomes the order that it specifies, or ends if that would be
 * refused.
 */
export function fireNextStop(state: ExchangeState, events: Event[]): void {
  const { orders } = state;
  const reached = state.reachedStops[0];
  invariant(reached !== undefined, 'a stop order that is fired must have been reached');
  const market = marketOf(state, reached.market);
  const order = market.stops.of(reached.side).first();
  invariant(order !== absent, 'a stop order that is fired must be waiting');
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

/** Why the current book would refuse this order as a new limit order, with the same precedence. */
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

/** Trades with the funds that the order holds, at any price within its slippage from the current best price. */
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
