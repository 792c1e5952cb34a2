import { absent } from './absent.ts';
import { venue } from './identifiers.ts';
import { invariant } from './invariant.ts';
import { accountType } from './ledger/account.ts';
import { marketsInOrder } from './state.ts';
import type { AccountSlot } from './ledger/ledger.ts';
import type { LiveMarket } from './market/market.ts';
import type { Orders, OrderSlot } from './spot/orders.ts';
import type { TraderSlot } from './spot/traders.ts';
import type { ExchangeState } from './state.ts';

/**
 * Throws unless the books balance: every currency sums to zero, only the outside world owes, what is locked is exactly
 * what open orders and open holds lock, every open order stands where it must, and every index is that of this instant. Reads
 * everything; for audits, not for every command.
 */
export function audit(state: ExchangeState): void {
  auditBalances(state);
  auditHolds(state);
  auditBooks(state);
  state.indices.audit(state.timeMs);
}

function auditBalances(state: ExchangeState): void {
  const sums = new Map<number, bigint>();
  for (const balance of state.ledger.balances()) {
    const isOutside = balance.user === venue && balance.accountType === accountType.external;
    invariant(isOutside || balance.available >= 0, 'only the outside world may owe');
    invariant(!isOutside || balance.available <= 0, 'the outside world must not own what is inside');
    invariant(balance.locked >= 0, 'a locked balance must not be negative');
    invariant(state.currencies.has(balance.currency), 'a balance must be of a listed currency');
    const sum = sums.get(balance.currency) ?? 0n;
    sums.set(balance.currency, sum + BigInt(balance.available) + BigInt(balance.locked));
  }
  for (const [currency, sum] of sums) invariant(sum === 0n, `currency ${currency} must sum to zero, not ${sum}`);
}

function auditHolds(state: ExchangeState): void {
  const { ledger, orders } = state;
  const held = new Map<AccountSlot, bigint>();
  for (const order of orders.all()) {
    const account = orders.account(order);
    held.set(account, (held.get(account) ?? 0n) + BigInt(orders.held(order)));
  }
  for (const { user, accountType: type, currency, amount } of state.holds.all()) {
    const account = ledger.find(user, type, currency);
    invariant(account !== absent, 'a hold must be on an account');
    held.set(account, (held.get(account) ?? 0n) + BigInt(amount));
  }
  let locked = 0n;
  for (const balance of ledger.balances()) locked += BigInt(balance.locked);
  for (const [account, sum] of held) {
    invariant(BigInt(ledger.locked(account)) === sum, 'what is locked must be what orders and holds lock');
    locked -= sum;
  }
  invariant(locked === 0n, 'nothing may be locked without an order or a hold');
}

function auditBooks(state: ExchangeState): void {
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
    const market = marketOf(state, order);
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

function marketOf(state: ExchangeState, order: OrderSlot): LiveMarket {
  const market = state.markets[state.orders.market(order)];
  invariant(market !== undefined, 'an open order must belong to a market');
  return market;
}
