import { invariant } from '../invariant.ts';
import type { SelfTradePrevention } from './terms.ts';
import type { OrderAccepted } from './events.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Lots } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { Orders, OrderSlot } from './orders.ts';
import type { Trigger } from './stop.ts';

/**
 * An order that rests in a book or waits for its stop price. `held` is the amount currently locked for it, not the
 * initial one.
 */
export interface OpenOrder extends Omit<OrderAccepted, 'type'> {
  readonly remaining: Lots;
  readonly filled: Lots;
  /** Quote units of the order's trades so far. */
  readonly filledQuote: Amount;
  /** The fees so far, in the currency that the order receives. */
  readonly fee: Amount;
  /** The rebates so far, in the currency that the order pays with. */
  readonly rebate: Amount;
  /** For stop orders: the self-trade prevention to apply, and the trigger, null while the order waits. */
  readonly stop: { readonly selfTradePrevention: SelfTradePrevention | null; readonly trigger: Trigger | null } | null;
  readonly acceptedSequence: number;
  readonly acceptedAtMs: number;
}

/** Every open order, by id. */
export function* openOrders(state: ExchangeState): Generator<OpenOrder> {
  const { orders } = state;
  for (const slot of orders.all()) {
    const market = state.markets[orders.market(slot)];
    invariant(market !== undefined, 'an open order must belong to a market');
    yield openOrder(orders, slot, market);
  }
}

function openOrder(orders: Orders, slot: OrderSlot, { listing }: LiveMarket): OpenOrder {
  const filled = orders.filled(slot);
  const remaining = orders.remaining(slot);
  const quoteAmount = orders.quoteAmount(slot);
  const stop = orders.stop(slot);
  return {
    order: orders.id(slot),
    user: orders.user(slot),
    market: listing.market,
    side: orders.side(slot),
    orderType: orders.orderType(slot),
    timeInForce: orders.timeInForce(slot),
    postOnly: orders.postOnly(slot),
    price: orders.price(slot),
    quantity: quoteAmount === null ? ((filled + remaining) as Lots) : filled,
    quoteAmount,
    stopPrice: orders.stopPrice(slot),
    clientOrderId: orders.clientOrderId(slot),
    held: orders.held(slot),
    remaining,
    filled,
    filledQuote: orders.filledQuote(slot),
    fee: orders.fee(slot),
    rebate: orders.rebate(slot),
    stop: stop === null ? null : { selfTradePrevention: stop.selfTradePrevention, trigger: stop.trigger },
    acceptedSequence: orders.acceptedSequence(slot),
    acceptedAtMs: orders.acceptedAtMs(slot),
  };
}
