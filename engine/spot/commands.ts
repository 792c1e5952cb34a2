import { request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { flag, nullable } from '../declaration/value-type.ts';
import { lots, market, order, ticks } from '../declaration/vocabulary.ts';
import { clientOrderId, identity, marketOrderSize, side, timeInForce, triggeredOrder } from './terms.ts';

/** With a side, an order of the other side is not found. */
const anySide = nullable(side);

export const spotCommands = {
  /**
   * A limit order. A post-only one is refused when it would trade at once. `selfTradePrevention` is how it treats its
   * user's own orders when it takes.
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
   * An order that trades at once at prices within the market's slippage of `price`, the best price of the other side as
   * its user saw it; null is the best price now. The rest is cancelled.
   */
  place_market_order: request({
    priority: 'placement',
    fields: { market, side, price: nullable(ticks), size: marketOrderSize, ...identity },
    journal: { name: 'take' },
  }),
  /**
   * An order that waits, out of the book, until a trade reaches its stop price: one at or above it for a buy, at or
   * below it for a sell. Then it `becomes` the order that it names, with the id that it has, and behind the orders that
   * rest at its price already. Its funds are locked from its acceptance on; for a market buy by quantity that is its
   * cost at the stop price plus the market's slippage, rounded up: beyond that it buys only what this pays for.
   */
  place_stop_order: request({
    priority: 'placement',
    fields: { market, side, stopPrice: ticks, becomes: triggeredOrder, ...identity },
    journal: { name: 'stop' },
  }),
  /**
   * Ends an open limit order of this user and places another of the same market and side, in one step: both or neither.
   * `quantity` includes what the old order has traded, whenever that was: the new one is for the rest of it, so both
   * together never trade more. The new order has the terms given here; `postOnly` null keeps the old one's.
   */
  replace_order: request({
    priority: 'placement',
    fields: { order, side: anySide, timeInForce, postOnly: nullable(flag), price: ticks, quantity: lots, ...identity },
    journal: { name: 'replace' },
  }),
  /**
   * Makes an open limit order of this user smaller where it rests. `quantity` includes what it has traded, as in
   * `replace_order`.
   */
  reduce_order: request({
    priority: 'leaving',
    fields: { order, side: anySide, quantity: lots },
    journal: { name: 'reduce' },
  }),
  /** Cancels an open order of this user. */
  cancel_order: request({ priority: 'leaving', fields: { order, side: anySide }, journal: { name: 'cancel' } }),
  /** Cancels the open order of this user that has this client order id. */
  cancel_client_order: request({
    priority: 'leaving',
    fields: { clientOrderId, side: anySide },
    journal: { name: 'cancel_client' },
  }),
  /**
   * Cancels this user's open orders of one market or of all, of one side or of both; newest first, a bounded number of
   * them.
   */
  cancel_all: request({ priority: 'leaving', fields: { market: nullable(market), side: anySide } }),
};
type Of<Type extends keyof typeof spotCommands> = CommandOf<typeof spotCommands, Type>;
export type PlaceOrder = Of<'place_order'>;
export type PlaceMarketOrder = Of<'place_market_order'>;
export type PlaceStopOrder = Of<'place_stop_order'>;
export type ReplaceOrder = Of<'replace_order'>;
export type ReduceOrder = Of<'reduce_order'>;
export type CancelOrder = Of<'cancel_order'>;
export type CancelClientOrder = Of<'cancel_client_order'>;
export type CancelAll = Of<'cancel_all'>;
