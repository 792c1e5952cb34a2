import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, flag, nullable } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, lots, market, order, ticks, trade, user } from '../declaration/vocabulary.ts';
import { clientOrderId, orderType, side, timeInForce } from './terms.ts';

/**
 * The reasons from `market_not_open` to `fill_or_kill_unfilled` end a triggered stop order where the same order would
 * be refused if placed at that time. `restricted` ends the orders of a user whose trading was stopped.
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
  'restricted',
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

// Order events describe money movements by their own fields rather than by postings, because they are the most frequent
// events.
export const spotEvents = {
  /**
   * available −= held, locked += held, in the quote currency for a buy, in the base currency for a sell (change
   * account). The `price` of a market order is the reference of its slippage. An order by quote amount has `quantity`
   * 0, and its final quantity is what it traded; `quoteAmount` is null for all others. `stopPrice` is null except for
   * stop orders, which wait from now on; the `price` of a stop-market order is its stop price.
   */
  order_accepted: event({ ...terms, clientOrderId: nullable(clientOrderId), held: amount }, 'user'),
  /** A trade reached the price of a stop order. From now on it is a normal order; its trades or its end follow. */
  order_triggered: event(
    {
      order,
      user,
      market,
      side,
      stopPrice: ticks,
      /** The trade that reached the stop price, and the price of this trade. */
      trade,
      tradePrice: ticks,
    },
    'user',
  ),
  /**
   * Two orders traded at the maker's price. With q = `quoteAmount` and b = `baseAmount`: buyer: locked quote −= q +
   * `buyerReleased`, available quote += `buyerReleased`, available base += b − buyer's fee (base); seller: locked base
   * −= b, available quote += q − seller's fee (quote). Fees go to the `fees` account. `rebate` is paid from there to
   * the maker, in the currency of the taker's fee and as a part of it; the maker's fee is then 0. `buyerReleased` is
   * the price improvement of a limit buy as taker, otherwise 0; a market order is released when it ends. `makerFee` and
   * `takerFee` are in the currency that each side receives.
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
   * The last event of an order. locked −= released, available += released (same currency as `held`). Half of all
   * commands end an order, so this event is small: terms and fills are in the order's `order_accepted`, trades and
   * reductions.
   */
  order_ended: event({ order, user, market, reason: endReason, released: amount }, 'user'),
  /** Emitted between the `order_ended` of the replaced order and the `order_accepted` of the new one. */
  order_replaced: event({ user, market, order, by: order }, 'user'),
  /**
   * An order was reduced by `reduced` and kept its place; `quantity` is its new size, including `filled`. locked −=
   * released, available += released (same currency as `held`).
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
  /** The summary of a `cancel_all`, after the `order_ended` of each order; `more` when the limit left some open. */
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
