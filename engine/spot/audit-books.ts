import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { marketOf } from '../market/capability.ts';
import { marketsInOrder } from '../state.ts';
import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { Orders, OrderSlot } from './orders.ts';
import type { TraderSlot } from './traders.ts';

/**
 * Throws unless the books are consistent: every open order is where it must be, and every trader's orders are chained.
 */
export function auditBooks(state: ExchangeState): void {
  const { orders } = state;
  let standing = 0;
  for (const market of marketsInOrder(state)) {
    standing += market.bids.audit(orders) + market.asks.audit(orders);
    const bid = market.bids.bestPrice();
    const ask = market.asks.bestPrice();
    invariant(bid === null || ask === null || bid < ask, 'a book must not stand crossed');
  }
  invariant(standing + auditStops(state) === orders.size, 'every open order must stand in a book, or wait');
  const counted = new Map<LiveMarket, Map<TraderSlot, number>>();
  for (const order of orders.all()) {
    const market = marketOf(state, state.orders.market(order));
    auditOrder(state, market, order);
    const counts = counted.get(market) ?? new Map<TraderSlot, number>();
    counts.set(orders.trader(order), (counts.get(orders.trader(order)) ?? 0) + 1);
    counted.set(market, counts);
  }
  for (const market of marketsInOrder(state)) auditTraders(market, orders, counted.get(market) ?? new Map());
}

/** Answers how many orders wait for their stop price. */
function auditStops(state: ExchangeState): number {
  let waiting = 0;
  for (const { stops, lastPrice } of marketsInOrder(state)) {
    waiting += stops.buys.audit(state.orders, lastPrice) + stops.sells.audit(state.orders, lastPrice);
  }
  invariant(waiting === state.waitingStops, 'waiting stop orders must be counted');
  for (const { listing, stops } of marketsInOrder(state)) {
    for (const side of ['buy', 'sell'] as const) {
      const last = state.reachedStops.findLast((reached) => reached.market === listing.market && reached.side === side);
      invariant((last?.price ?? null) === stops.of(side).reached, 'how far stops were reached must be remembered');
    }
  }
  return waiting;
}

function auditOrder({ orders }: ExchangeState, market: LiveMarket, order: OrderSlot): void {
  const remaining = orders.remaining(order);
  const isBuy = orders.side(order) === 'buy';
  const needed = isBuy ? market.quoteAmount(orders.price(order), remaining) : market.baseAmount(remaining);
  invariant(remaining > 0, 'an order that stands must have something left to trade');
  const trader = orders.trader(order);
  invariant(orders.user(order) === market.traders.user(trader), 'an order must know its user');
  invariant(
    orders.account(order) === market.payingAccount(trader, orders.side(order)),
    'an order must know the account that it pays from',
  );
  // What a waiting stop-market order holds depends on what its market's slippage was.
  if (orders.orderType(order) === 'stop_market') {
    invariant(orders.isWaiting(order) && orders.held(order) > 0, 'a stop-market order must wait, and hold something');
    return;
  }
  invariant(orders.held(order) === needed, 'an order must hold what the rest of it can cost');
}

function auditTraders({ traders }: LiveMarket, orders: Orders, counts: ReadonlyMap<TraderSlot, number>): void {
  for (const trader of traders.all()) {
    invariant(traders.openOrders(trader) === (counts.get(trader) ?? 0), "a trader's open orders must be counted");
    let chained = 0;
    for (let order = traders.newestOrder(trader); order !== absent; order = orders.older(order)) {
      invariant(orders.trader(order) === trader, 'a chain must hold orders of its trader');
      const older = orders.older(order);
      invariant(older === absent || orders.id(older) < orders.id(order), 'a chain must go from new to old');
      chained += 1;
    }
    invariant(chained === traders.openOrders(trader), "a trader's open orders must be chained");
  }
}
