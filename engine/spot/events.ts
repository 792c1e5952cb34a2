import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, flag, nullable } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, lots, market, order, ticks, trade, user } from '../declaration/vocabulary.ts';
import { clientOrderId, orderType, side, timeInForce } from './terms.ts';

/**
 * Those after `immediate_or_cancel` end a stop order when it is triggered, where the same order would be refused if it
 * came then.
 */
export const endReason = choice(
  'filled',
  'user',
  'replaced',
  'self_trade',
  'immediate_or_cancel',
  'market_not_open',
  'price_out_of_band',
  'no_best_price',
  'notional_too_large',
  'sell_blocked',
  'post_only_would_trade',
  'fill_or_kill_unfilled',
);
export type EndReason = ValueOf<typeof endReason>;

const terms = {
  order,
  user,
  market,
  side,
  orderType,
  timeInForce,
  postOnly: flag,
  price: ticks,
  quantity: lots,
  quoteAmount: nullable(amount),
  stopPrice: nullable(ticks),
};

// Money moved by the events of orders is told by their own fields, not by postings: they are most of all events.
export const spotEvents = {
  /**
   * available −= held, locked += held: of the quote currency for a buy, of the base currency for a sell (change
   * account). A market order's `price` is the one that its slippage counts from. For an order by quote amount
   * `quantity` is 0, and its traded quantity counts when it has ended; `quoteAmount` is null for every other.
   * `stopPrice` is null unless it is a stop order, which waits from now on; the `price` of a stop-market order is its
   * stop price.
   */
  order_accepted: event({ ...terms, clientOrderId: nullable(clientOrderId), held: amount }, 'user'),
  /**
   * A trade reached the price of a stop order, which is an order like any other from now on: its trades follow, or its
   * end.
   */
  order_triggered: event(
    {
      order,
      user,
      market,
      side,
      stopPrice: ticks,
      /** The trade that reached it, and its price. */
      trade,
      tradePrice: ticks,
    },
    'user',
  ),
  /**
   * Two orders met at the maker's price. With q = `quoteAmount` and b = `baseAmount`: buyer: locked quote −= q +
   * `buyerReleased`, available quote += `buyerReleased`, available base += b − buyer's fee (base); seller: locked base
   * −= b, available quote += q − seller's fee (quote). Fees go to the `fees` account. `rebate` goes from there to the
   * maker, in the currency of the taker's fee, of which it is a part; the maker's fee is 0 then. `buyerReleased` is the
   * price improvement of a buyer that takes by a limit order, 0 otherwise; a market order releases when it ends.
   * `makerFee` and `takerFee` are in the currency that their side receives.
   */
  traded: event({
    trade,
    market,
    takerSide: side,
    price: ticks,
    quantity: lots,
    baseAmount: amount,
    quoteAmount: amount,
    makerOrder: order,
    makerUser: user,
    makerFee: amount,
    takerOrder: order,
    takerUser: user,
    takerFee: amount,
    rebate: amount,
    buyerReleased: amount,
  }),
  /**
   * The order's last event. locked −= released, available += released (same currency as `held`). Its terms and what it
   * traded are known from its `order_accepted`, its trades and its reductions: half of all commands end an order, so
   * this event is small.
   */
  order_ended: event({ order, user, market, reason: endReason, released: amount }, 'user'),
  /**
   * Comes between the `order_ended` of the order that was replaced and the `order_accepted` of the one that takes its
   * place.
   */
  order_replaced: event({ user, market, order, by: order }, 'user'),
  /**
   * An order became smaller by `reduced` and kept its place; `quantity` is its new size, with the `filled` that it has
   * traded. locked −= released, available += released (same currency as `held`).
   */
  order_reduced: event(
    {
      order,
      user,
      market,
      side,
      price: ticks,
      quantity: lots,
      filled: lots,
      reduced: lots,
      released: amount,
    },
    'user',
  ),
  /** The end of a `cancel_all`, after the `order_ended` of each order; `more` when the bound left some open. */
  orders_cancelled: event(
    { user, market: nullable(market), side: nullable(side), cancelled: count, more: flag },
    'user',
  ),
};
type Of<Type extends keyof typeof spotEvents> = EventOf<typeof spotEvents, Type>;
export type OrderAccepted = Of<'order_accepted'>;
export type OrderTriggered = Of<'order_triggered'>;
export type Traded = Of<'traded'>;
export type OrderEnded = Of<'order_ended'>;
export type OrderReplaced = Of<'order_replaced'>;
export type OrderReduced = Of<'order_reduced'>;
export type OrdersCancelled = Of<'orders_cancelled'>;
