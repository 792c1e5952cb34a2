import { invariant } from '../invariant.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { OrderId } from '../identifiers.ts';
import type { Ticks } from '../money.ts';
import type { Orders, OrderSlot } from './orders.ts';

/** What a stop order has beyond other orders. */
export interface Stop {
  readonly price: Ticks;
  readonly selfTradePrevention: SelfTradePrevention | null;
  /** Where it stands in the queue of those that wait, which alone changes it. */
  place: number;
  /** Null while it waits. */
  trigger: Trigger | null;
}

/** The moment at which a stop order was triggered: its place among orders of one price counts from there. */
export interface Trigger {
  /** The newest order that there was. It stands before this one, and every later order behind it. */
  readonly after: OrderId;
  /** Which triggering this was, over all markets, from 1: tells apart those that came after the same order. */
  readonly n: number;
  readonly timeMs: number;
}

/** The stop of an order that is known to have one. */
export function stopOf(orders: Orders, order: OrderSlot): Stop {
  const stop = orders.stop(order);
  invariant(stop !== null, 'an order that waits for its stop price must have one');
  return stop;
}
