import { absent } from '../absent.ts';
import { invariant } from '../invariant.ts';
import { marketOf } from '../market/capability.ts';
import { marketsInOrder } from '../state.ts';
import type { LiveMarket } from '../market/market.ts';
import type { ExchangeState } from '../state.ts';
import type { Orders, OrderSlot } from './orders.ts';
import type { TraderSlot } from './traders.ts';

/** Throws unless the books are consistent: every open order is in its queue and in its trader's chain. */
export function auditBooks(state: ExchangeState): void {
  const { orders } = state;
  let resting = 0;
  for (const market of marketsInOrder(state)) {
    resting += market.bids.audit(orders) + market.asks.audit(orders);
    const bid = market.bids.bestPrice();
    const ask = market.asks.bestPrice();
    invariant(bid === null || ask === null || bid < ask, 'a book must not be crossed');
  }
  invariant(resting + auditStops(state) === orders.size, 'every open order must rest in a book or wait as a stop');
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

/** Returns the number of waiting stop orders. */
function auditStops(state: ExchangeState): number {
  let waiting = 0;
  for (const { stops, lastPrice } of marketsInOrder(state)) {
    waiting += stops.buys.audit(state.orders, lastPrice) + stops.sells.audit(state.orders, lastPrice);
  }
  invariant(waiting === state.waitingStops, 'the count of waiting stop orders must be correct');
  for (const { listing, stops } of marketsInOrder(state)) {
    for (const side of ['buy', 'sell'] as const) {
      const last = state.reachedStops.findLast((reached) => reached.market === listing.market && reached.side === side);
      invariant((last?.price ?? null) === stops.of(side).reached, 'the furthest price reached must be stored');
    }
  }
  return waiting;
}

function auditOrder({ orders }: ExchangeState, market: LiveMarket, order: OrderSlot): void {
  const remaining = orders.remaining(order);
  const isBuy = orders.side(order) === 'buy';
  const needed = isBuy ? market.quoteAmount(orders.price(order), remaining) : market.baseAmount(remaining);
  invariant(remaining > 0, 'an open order must have a remaining quantity');
  const trader = orders.trader(order);
  invariant(orders.user(order) === market.traders.user(trader), 'an order must reference its user');
  invariant(
    orders.account(order) === market.payingAccount(trader, orders.side(order)),
    'an order must reference the account that it pays from',
  );
  // The hold of a waiting stop-market order depends on the market's slippage at the time of its acceptance.
  if (orders.orderType(order) === 'stop_market') {
    invariant(orders.isWaiting(order) && orders.held(order) > 0, 'a stop-market order must wait and hold funds');
    return;
  }
  invariant(orders.held(order) === needed, 'an order must hold the cost of its remaining quantity');
}

function auditTraders({ traders }: LiveMarket, orders: Orders, counts: ReadonlyMap<TraderSlot, number>): void {
  for (const trader of traders.all()) {
    invariant(
      traders.openOrders(trader) === (counts.get(trader) ?? 0),
      "the count of a trader's open orders must be correct",
    );
    let chained = 0;
    for (let order = traders.newestOrder(trader); order !== absent; order = orders.older(order)) {
      invariant(orders.trader(order) === trader, 'a chain must contain only orders of its trader');
      const older = orders.older(order);
      invariant(older === absent || orders.id(older) < orders.id(order), 'a chain must go from newer to older orders');
      chained += 1;
    }
    invariant(chained === traders.openOrders(trader), 'all open orders of a trader must be in its chain');
  }
}
