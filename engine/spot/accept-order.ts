import { accountType } from '../ledger/account.ts';
import type { Absent } from '../absent.ts';
import type { Side } from './terms.ts';
import type { Event } from '../event.ts';
import type { OrderAccepted } from './events.ts';
import type { OrderId, UserId } from '../identifiers.ts';
import type { LiveMarket } from '../market/market.ts';
import { type Amount, type Lots, noAmount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderSlot } from './orders.ts';
import type { TraderSlot } from './traders.ts';

/** Declared here rather than imported for speed; see `absent.ts`. */
const absent: Absent = -1;

/**
 * Locks the funds of an order that passed every check, reports it and adds it to the live orders, but to no queue yet.
 * `remaining` is the maximum that it may trade.
 */
export function acceptOrder(
  state: ExchangeState,
  market: LiveMarket,
  known: TraderSlot | Absent,
  accepted: OrderAccepted,
  remaining: Lots,
  events: Event[],
): OrderSlot {
  const { user, side, clientOrderId, held } = accepted;
  const trader = known === absent ? market.openTrader(user, state.ledger, state.fees) : known;
  state.orderCount = accepted.order;
  const account = market.payingAccount(trader, side);
  state.ledger.hold(account, held);
  if (clientOrderId !== null) state.clientOrderIds.take(user, clientOrderId, accepted.order, state.timeMs);
  events.push(accepted);
  const order = state.orders.add(accepted, remaining, trader, account, state);
  market.traders.addOrder(state.orders, order);
  return order;
}

/** The id of the next accepted order. */
export function nextOrderId(state: ExchangeState): OrderId {
  return (state.orderCount + 1) as OrderId;
}

/**
 * Whether an operator has stopped the user's trading. The trader's record is read by every order; the lookup by user is
 * for the first order on a market only.
 */
export function isTradingStopped(
  { restrictions }: ExchangeState,
  { traders }: LiveMarket,
  trader: TraderSlot | Absent,
  user: UserId,
): boolean {
  return trader === absent ? restrictions.stopsTrading(user) : traders.isStopped(trader);
}

/** The user's available funds for this side of the market: quote currency for a buy, base for a sell. */
export function availableFor(
  state: ExchangeState,
  market: LiveMarket,
  trader: TraderSlot | Absent,
  user: UserId,
  side: Side,
): Amount {
  if (trader !== absent) return state.ledger.available(market.payingAccount(trader, side));
  const account = state.ledger.find(user, accountType.change, payingCurrency(market, side));
  return account === absent ? noAmount : state.ledger.available(account);
}

export function insufficientBalance(
  market: LiveMarket,
  side: Side,
  available: Amount,
  needed: Amount,
): RejectionFor<'insufficient_balance'> {
  return { reason: 'insufficient_balance', currency: payingCurrency(market, side), available, needed };
}

function payingCurrency({ listing }: LiveMarket, side: Side): typeof listing.base {
  return side === 'buy' ? listing.quote : listing.base;
}

/** Whether a number is valid as a price, quantity or amount: a safe integer of at least one. */
export function isCount(value: number): boolean {
  return value > 0 && Number.isSafeInteger(value);
}
