import { endOrder } from './end-order.ts';
import { trade } from './trade.ts';
import type { Absent } from '../absent.ts';
import type { PlaceOrder } from './commands.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { EndReason } from './events.ts';
import type { Event } from '../event.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Lots, Ticks } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { BookSide } from './book-side.ts';
import type { OrderSlot } from './orders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/**
 * Matches an accepted limit order with the best orders of the other side: best price first, at equal prices the
 * earliest first, each trade at the resting order's price. Returns why the order ended, or null while a quantity
 * remains.
 */
export function matchOrder(
  state: ExchangeState,
  market: LiveMarket,
  taker: OrderSlot,
  prevention: SelfTradePrevention,
  events: Event[],
): EndReason | null {
  const { orders } = state;
  const side = orders.side(taker);
  const limit = orders.price(taker);
  const others = market.otherSideOf(side);
  while (orders.remaining(taker) > 0) {
    const maker = others.bestWithin(limit);
    if (maker === absent) return null;
    if (orders.trader(maker) !== orders.trader(taker)) {
      const quantity = Math.min(orders.remaining(maker), orders.remaining(taker)) as Lots;
      // A buying taker has locked its own limit price; the difference to the trade price is released immediately.
      const improvement = side === 'buy' ? ((limit - orders.price(maker)) as Ticks) : (0 as Ticks);
      trade(state, market, maker, taker, quantity, improvement, events);
    } else if (endsTaker(state, market, others, maker, prevention, events)) {
      return 'self_trade';
    }
  }
  return 'filled';
}

/**
 * Applies self-trade prevention where an order meets one of the same user: ends the resting order if required, and
 * returns whether the taker must end.
 */
export function endsTaker(
  state: ExchangeState,
  market: LiveMarket,
  others: BookSide,
  maker: OrderSlot,
  prevention: SelfTradePrevention,
  events: Event[],
): boolean {
  if (prevention !== 'expire_taker') {
    others.remove(state.orders, maker);
    endOrder(state, market, maker, 'self_trade', events);
  }
  return prevention !== 'expire_maker';
}

/** The self-trade prevention that applies when an order takes. */
export function preventionOf(
  market: LiveMarket,
  { selfTradePrevention }: Pick<PlaceOrder, 'selfTradePrevention'>,
): SelfTradePrevention {
  return selfTradePrevention ?? market.listing.selfTradePrevention;
}

/**
 * Whether the whole quantity would trade immediately. Own orders never count: matching skips them where they would
 * expire, and cannot go past them where they would end the taker.
 */
export function canFillAtOnce(
  state: ExchangeState,
  market: LiveMarket,
  command: Pick<PlaceOrder, 'user' | 'side' | 'price' | 'quantity' | 'selfTradePrevention'>,
): boolean {
  const { orders } = state;
  const trader = market.traders.find(command.user);
  const others = market.otherSideOf(command.side);
  let wanted: number = command.quantity;
  for (let maker = others.best(); maker !== absent; maker = others.after(orders, maker)) {
    if (!others.meets(orders.price(maker), command.price)) return false;
    if (orders.trader(maker) !== trader) {
      wanted -= orders.remaining(maker);
      if (wanted <= 0) return true;
    } else if (preventionOf(market, command) !== 'expire_maker') {
      return false;
    }
  }
  return false;
}
