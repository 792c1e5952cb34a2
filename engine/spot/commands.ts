import { request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { flag, nullable } from '../declaration/value-type.ts';
import { lots, market, order, ticks } from '../declaration/vocabulary.ts';
import {
  clientOrderId,
  identity,
  marketOrderSize,
  side,
  timeInForce,
  triggeredOrder,
  triggeredReplacement,
} from './terms.ts';

/** If a side is given, orders of the other side are not found. */
const anySide = nullable(side);

export const spotCommands = {
  /**
   * A limit order. A post-only order is refused if it would trade immediately. `selfTradePrevention` applies when this
   * order, as the taker, meets an order of the same user.
   */
  place_order: request(
    {
      priority: 'placement',
      fields: { market, side, timeInForce, postOnly: flag, price: ticks, quantity: lots, ...identity },
      journal: { name: 'limit' },
    },
    { orderType: 'limit' },
  ),
  /**
   * Trades immediately at prices within the market's slippage of `price`, the best opposite price that the user saw;
   * null is the current best price. The rest is cancelled.
   */
  place_market_order: request({
    priority: 'placement',
    fields: { market, side, price: nullable(ticks), size: marketOrderSize, ...identity },
    journal: { name: 'take' },
  }),
  /**
   * Waits outside the book until a trade reaches its stop price: at or above it for a buy, at or below it for a sell.
   * It then becomes the order in `becomes`, keeps its id and queues behind the orders that already rest at its price.
   * Its funds are locked on acceptance. For a market buy by quantity that is the cost at the stop price plus the
   * market's slippage, rounded up; when triggered, it buys only what this covers.
   */
  place_stop_order: request({
    priority: 'placement',
    fields: { market, side, stopPrice: ticks, becomes: triggeredOrder, ...identity },
    journal: { name: 'stop' },
  }),
  /**
   * Atomically ends an open limit order of this user and places another on the same market and side. `quantity`
   * includes the filled part of the old order: the new order is for the remainder, so that both together never trade
   * more. The new order has the terms given here; `postOnly` null keeps the old value.
   */
  replace_order: request({
    priority: 'placement',
    fields: { order, side: anySide, timeInForce, postOnly: nullable(flag), price: ticks, quantity: lots, ...identity },
    journal: { name: 'replace' },
  }),
  /**
   * Atomically ends a stop order of this user that waits for its trigger and places another on the same market and
   * side. The new order is checked as in `place_stop_order`, including that its stop price has not been reached.
   */
  replace_stop_order: request({
    priority: 'placement',
    fields: { order, side: anySide, stopPrice: ticks, becomes: triggeredReplacement, ...identity },
    journal: { name: 'replace_stop' },
  }),
  /** Reduces an open limit order of this user in place. `quantity` includes its filled part, as in `replace_order`. */
  reduce_order: request({
    priority: 'leaving',
    fields: { order, side: anySide, quantity: lots },
    journal: { name: 'reduce' },
  }),
  /** Cancels an open order of this user. */
  cancel_order: request({ priority: 'leaving', fields: { order, side: anySide }, journal: { name: 'cancel' } }),
  /** Cancels this user's open order with this client order id. */
  cancel_client_order: request({
    priority: 'leaving',
    fields: { clientOrderId, side: anySide },
    journal: { name: 'cancel_client' },
  }),
  /**
   * Cancels this user's open orders on one market or all, of one side or both, newest first; a bounded number per
   * command.
   */
  cancel_all: request({ priority: 'leaving', fields: { market: nullable(market), side: anySide } }),
};
type Of<Type extends keyof typeof spotCommands> = CommandOf<typeof spotCommands, Type>;
export type PlaceOrder = Of<'place_order'>;
export type PlaceMarketOrder = Of<'place_market_order'>;
export type PlaceStopOrder = Of<'place_stop_order'>;
export type ReplaceOrder = Of<'replace_order'>;
export type ReplaceStopOrder = Of<'replace_stop_order'>;
export type ReduceOrder = Of<'reduce_order'>;
export type CancelOrder = Of<'cancel_order'>;
export type CancelClientOrder = Of<'cancel_client_order'>;
export type CancelAll = Of<'cancel_all'>;
