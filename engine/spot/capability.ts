import { section } from '../capability.ts';
import { marketOf } from '../market/capability.ts';
import { auditBooks } from './audit-books.ts';
import { openOrders } from './open-order.ts';
import { fireNextStop, isStopDue, loadReached, noticeReachedStops } from './trigger-stops.ts';
import type { Capability, DueKind, Lock } from '../capability.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { UsedClientOrderId } from './client-order-ids.ts';
import type { OpenOrder } from './open-order.ts';
import type { ReachedStops } from './trigger-stops.ts';

/** Stop orders whose price a trade has reached. */
const reachedStops: DueKind = {
  mayBecomeDue: ({ waitingStops, reachedStops: reached }) => waitingStops > 0 || reached.length > 0,
  notice: noticeReachedStops,
  next: (state) => (isStopDue(state) ? fireStop : null),
};

function fireStop(state: ExchangeState, events: Event[]): 'fired' {
  fireNextStop(state, events);
  return 'fired';
}

/** Orders and the books that they rest in. */
export const spotCapability: Capability = {
  snapshot: [
    section<OpenOrder>('order', openOrders, loadOrder),
    section<ReachedStops>(
      'reached_stops',
      ({ reachedStops: reached }) => reached,
      (state, { market, side, price, trade }) => {
        loadReached(state, { market, side, price, trade });
      },
    ),
    section<UsedClientOrderId>(
      'client_order_id',
      ({ clientOrderIds, timeMs }) => clientOrderIds.remembered(timeMs),
      ({ clientOrderIds }, used) => {
        clientOrderIds.load(used);
      },
    ),
  ],
  loaded: (state) => {
    queueOrders(state);
    state.clientOrderIds.loaded();
  },
  audit: auditBooks,
  locks: locksOfOrders,
  due: [reachedStops],
};

function* locksOfOrders({ orders }: ExchangeState): Generator<Lock> {
  for (const order of orders.all()) yield { account: orders.account(order), amount: orders.held(order) };
}

/** Orders are stored by id, which is also the order of each user's chain of open orders. */
function loadOrder(state: ExchangeState, open: OpenOrder): void {
  const market = marketOf(state, open.market);
  const { traders } = market;
  const trader = market.openTrader(open.user, state.ledger, state.fees);
  const accepted = { sequence: open.acceptedSequence, timeMs: open.acceptedAtMs };
  const account = market.payingAccount(trader, open.side);
  const slot = state.orders.add(open, open.remaining, trader, account, accepted);
  state.orders.load(slot, open.remaining, open.filled, open.filledQuote, open.fee, open.rebate);
  traders.addOrder(state.orders, slot);
  if (open.clientOrderId !== null) state.clientOrderIds.loadOpen(open.user, open.clientOrderId, open.order);
  if (open.stop !== null && open.stopPrice !== null) {
    state.orders.setStop(slot, { ...open.stop, price: open.stopPrice, place: 0 });
  }
}

/**
 * Adds every order to its book or stop queue by time of arrival, which rebuilds each queue in its original sequence.
 */
function queueOrders(state: ExchangeState): void {
  const { orders } = state;
  for (const order of orders.all().toSorted((a, b) => (orders.arrivedBefore(a, b) ? -1 : 1))) {
    const market = marketOf(state, orders.market(order));
    const side = orders.side(order);
    if (orders.isWaiting(order)) {
      market.stops.of(side).add(orders, order);
      state.waitingStops += 1;
    } else {
      market.sideOf(side).append(orders, order);
    }
  }
}
