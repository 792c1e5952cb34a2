import { absent } from '../absent.ts';
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
import { planMarketOrder } from './market-order-plan.ts';
import { endsTaker, preventionOf } from './match.ts';
import { priceLimit } from './orders.ts';
import { trade } from './trade.ts';
import type { PlaceMarketOrder } from './commands.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { EndReason, OrderAccepted } from './events.ts';
import type { Event } from '../event.ts';
import type { OrderId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import { type Amount, asAmount, type Lots, type Ticks } from '../money.ts';
import type { OrderOutcome } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ClientIdRejection } from './rejections.ts';
import type { ExchangeState } from '../state.ts';
import type { MarketOrderPlan } from './market-order-plan.ts';
import type { OrderSlot } from './orders.ts';

type TakeRejection =
  | ClientIdRejection
  | RejectionFor<
      | 'market_unknown'
      | 'trading_stopped'
      | 'market_not_open'
      | 'price_invalid'
      | 'quantity_invalid'
      | 'amount_invalid'
      | 'quantity_off_step'
      | 'price_out_of_band'
      | 'no_best_price'
      | 'notional_too_large'
      | 'below_min_notional'
      | 'sell_blocked'
      | 'insufficient_balance'
    >;

/**
 * Accepts a market order and matches it immediately through the levels within its slippage. Funds that it locked but
 * did not spend are released when it ends, in the same command. All checks precede the first change.
 */
export function placeMarketOrder(
  state: ExchangeState,
  command: PlaceMarketOrder,
  events: Event[],
): OrderOutcome | TakeRejection {
  const market = state.markets[command.market];
  if (market === undefined) return { reason: 'market_unknown' };
  const trader = market.traders.find(command.user);
  if (isTradingStopped(state, market, trader, command.user)) return { reason: 'trading_stopped' };
  const malformed = refusedByForm(market, command);
  if (malformed !== null) return malformed;
  const best = market.otherSideOf(command.side).bestPrice();
  if (best === null) return { reason: 'no_best_price' };
  const available = availableFor(state, market, trader, command.user, command.side);
  const plan = planMarketOrder(market, command, best, available);
  const refusal = refusedByPlan(state, market, command, plan, available);
  if (refusal !== null) return refusal;

  const accepted = acceptedEvent(nextOrderId(state), command, plan);
  const order = acceptOrder(state, market, trader, accepted, plan.maxLots, events);
  const reason = takeAtOnce(state, market, order, plan.bound, preventionOf(market, command), events);
  endOrder(state, market, order, reason, events);
  return { type: 'order', order: accepted.order };
}

/** Checks everything that does not depend on the book. */
function refusedByForm(market: LiveMarket, { price, size }: PlaceMarketOrder): TakeRejection | null {
  if (market.listing.state !== 'open') return { reason: 'market_not_open' };
  if (price !== null && (!isCount(price) || price >= priceLimit)) return { reason: 'price_invalid' };
  if (size.by === 'quantity' && !isCount(size.quantity)) return { reason: 'quantity_invalid' };
  if (size.by === 'quote_amount' && !isCount(size.quoteAmount)) return { reason: 'amount_invalid' };
  const { quantityStep } = market.listing;
  if (size.by === 'quantity' && size.quantity % quantityStep !== 0) {
    return { reason: 'quantity_off_step', step: quantityStep };
  }
  return price === null ? null : refusedByBand(market, price);
}

function refusedByPlan(
  state: ExchangeState,
  market: LiveMarket,
  { user, side, clientOrderId }: PlaceMarketOrder,
  plan: MarketOrderPlan,
  available: Amount,
): TakeRejection | null {
  if (plan.largestAmount > Number.MAX_SAFE_INTEGER) return { reason: 'notional_too_large' };
  const minimum = asAmount(Math.max(market.listing.minNotional, plan.minWorth));
  if (plan.worth < minimum) return { reason: 'below_min_notional', minimum, notional: asAmount(plan.worth) };
  if (market.listing.sellBlocked && side === 'sell') return { reason: 'sell_blocked' };
  if (clientOrderId !== null) {
    const refusal = state.clientOrderIds.refusal(user, clientOrderId, null, state.timeMs);
    if (refusal !== null) return refusal;
  }
  return available < plan.needed ? insufficientBalance(market, side, available, plan.needed) : null;
}

function acceptedEvent(order: OrderId, command: PlaceMarketOrder, plan: MarketOrderPlan): OrderAccepted {
  const { user, market, side, size, clientOrderId } = command;
  return {
    type: 'order_accepted',
    order,
    user,
    market,
    side,
    orderType: 'market',
    timeInForce: 'ioc',
    postOnly: false,
    price: plan.price,
    quantity: size.by === 'quantity' ? size.quantity : (0 as Lots),
    quoteAmount: size.by === 'quote_amount' ? size.quoteAmount : null,
    stopPrice: null,
    clientOrderId,
    held: plan.held,
  };
}

/** Trades with the other side up to the bound and returns why it ended. */
export function takeAtOnce(
  state: ExchangeState,
  market: LiveMarket,
  taker: OrderSlot,
  bound: Ticks,
  prevention: SelfTradePrevention,
  events: Event[],
): EndReason {
  const { orders } = state;
  const others = market.otherSideOf(orders.side(taker));
  let lastPrice = 0 as Ticks;
  while (!isDone(state, market, taker, lastPrice)) {
    const maker = others.bestWithin(bound);
    if (maker === absent) return 'immediate_or_cancel';
    const price = orders.price(maker);
    const wanted = wantedAt(state, market, taker, price);
    if (wanted === 0) return endOfMoney(state, taker);
    if (orders.trader(maker) === orders.trader(taker)) {
      if (endsTaker(state, market, others, maker, prevention, events)) return 'self_trade';
      continue;
    }
    trade(state, market, maker, taker, Math.min(orders.remaining(maker), wanted) as Lots, 0 as Ticks, events);
    lastPrice = price;
  }
  return 'filled';
}

/** Whether the order is complete; a buy by amount is complete when the rest does not cover a lot at the last price. */
function isDone({ orders }: ExchangeState, market: LiveMarket, taker: OrderSlot, lastPrice: Ticks): boolean {
  const quoteAmount = orders.quoteAmount(taker);
  if (quoteAmount === null) return orders.remaining(taker) === 0;
  if (orders.side(taker) === 'sell') return orders.filledQuote(taker) >= quoteAmount;
  return orders.held(taker) < market.quoteAmount(lastPrice, 1 as Lots);
}

/**
 * The number of lots that the order takes at a price: at most what it may trade, can pay for, or needs to earn its
 * amount.
 */
function wantedAt({ orders }: ExchangeState, market: LiveMarket, taker: OrderSlot, price: Ticks): number {
  const remaining = orders.remaining(taker);
  const lotPrice = market.quoteAmount(price, 1 as Lots);
  if (orders.side(taker) === 'buy') return Math.min(remaining, Math.floor(orders.held(taker) / lotPrice));
  const quoteAmount = orders.quoteAmount(taker);
  if (quoteAmount === null) return remaining;
  return Math.min(remaining, Math.ceil((quoteAmount - orders.filledQuote(taker)) / lotPrice));
}

/**
 * The end reason of an order that cannot pay for a lot at the best price: filled when an amount was spent as far as
 * possible, otherwise its quantity was not bought.
 */
function endOfMoney({ orders }: ExchangeState, taker: OrderSlot): EndReason {
  const isSpent = orders.side(taker) === 'buy' && orders.quoteAmount(taker) !== null && orders.filled(taker) > 0;
  return isSpent ? 'filled' : 'immediate_or_cancel';
}
