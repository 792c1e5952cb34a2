import { invariant } from '../invariant.ts';
import type { Absent } from '../absent.ts';
import type { CancelOrder } from './commands.ts';
import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/**
 * The user's open order with this id, or `absent`; another user's order, or one of the other side if a side is given,
 * is not found.
 */
export function findOwnOrder(
  state: ExchangeState,
  { user, order, side }: Pick<CancelOrder, 'user' | 'order' | 'side'>,
): OrderSlot | Absent {
  const { orders } = state;
  const found = orders.find(order);
  if (found === absent) return absent;
  if (orders.user(found) !== user) return absent;
  return side !== null && orders.side(found) !== side ? absent : found;
}

export function marketOfOrder({ orders, markets }: ExchangeState, order: OrderSlot): LiveMarket {
  const market = markets[orders.market(order)];
  invariant(market !== undefined, 'an open order must belong to a market');
  return market;
}
