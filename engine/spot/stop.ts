import { invariant } from '../invariant.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { OrderId } from '../identifiers.ts';
import type { Ticks } from '../money.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** The additional data of a stop order. */
export interface Stop {
  readonly price: Ticks;
  readonly selfTradePrevention: SelfTradePrevention | null;
  /** The order's index in the queue of waiting stop orders; only the queue changes it. */
  place: number;
  /** The trigger of the stop order; null while the order waits. */
  trigger: Trigger | null;
}

/** The moment at which a stop order was triggered, which determines its place among orders of equal price. */
export interface Trigger {
  /** The newest order at that time. This order comes after it and before all later orders. */
  readonly after: OrderId;
  /** Number of this trigger over all markets, from 1. Breaks ties between triggers with the same `after`. */
  readonly n: number;
  readonly timeMs: number;
}

/** The stop data of an order that must have some. */
export function stopOf(orders: Orders, order: OrderSlot): Stop {
  const stop = orders.stop(order);
  invariant(stop !== null, 'a waiting order must have a stop');
  return stop;
}
