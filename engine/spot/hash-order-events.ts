import { assertNever } from '../invariant.ts';
import type { OrderType, TimeInForce } from './terms.ts';
import type { Digest } from '../digest.ts';
import type { EndReason, OrderAccepted, OrderEnded, Traded } from './events.ts';

// Nearly all events are of these three types, so their hashing is hand-written: choices become bits of one word
// together with the market, and user ids and prices, which are below 2^31, share a step. The first step of each event
// encodes its type, and its second word is never 0, whereas it is 0 in the first step of all other types.
const acceptedBits = 1 << 16;
const tradedBits = 2 << 16;
const endedBits = 3 << 16;

const sellBit = 1 << 18;
const postOnlyBit = 1 << 19;
const quoteAmountBit = 1 << 20;
const stopPriceBit = 1 << 21;
const clientOrderIdBit = 1 << 22;
const orderTypeShift = 23;
const timeInForceShift = 25;

const rebateBit = 1 << 19;
const buyerReleasedBit = 1 << 20;

const reasonShift = 18;

export function hashOrderAccepted(digest: Digest, event: OrderAccepted): void {
  const { quoteAmount, stopPrice, clientOrderId } = event;
  let bits = acceptedBits | event.market;
  if (event.side === 'sell') bits |= sellBit;
  if (event.postOnly) bits |= postOnlyBit;
  if (quoteAmount !== null) bits |= quoteAmountBit;
  if (stopPrice !== null) bits |= stopPriceBit;
  if (clientOrderId !== null) bits |= clientOrderIdBit;
  bits |= orderTypeNumber(event.orderType) << orderTypeShift;
  bits |= timeInForceNumber(event.timeInForce) << timeInForceShift;
  digest.words(event.user, bits);
  digest.number(event.order);
  digest.words(event.price, stopPrice ?? 0);
  digest.number(event.quantity);
  digest.number(event.held);
  if (quoteAmount !== null) digest.number(quoteAmount);
  if (clientOrderId !== null) digest.text(clientOrderId);
}

export function hashTraded(digest: Digest, event: Traded): void {
  const { rebate, buyerReleased } = event;
  let bits = tradedBits | event.market;
  if (event.takerSide === 'sell') bits |= sellBit;
  if (rebate !== 0) bits |= rebateBit;
  if (buyerReleased !== 0) bits |= buyerReleasedBit;
  digest.words(event.price, bits);
  digest.words(event.makerUser, event.takerUser);
  digest.number(event.trade);
  digest.number(event.quantity);
  digest.number(event.baseAmount);
  digest.number(event.quoteAmount);
  digest.number(event.makerOrder);
  digest.number(event.takerOrder);
  digest.number(event.makerFee);
  digest.number(event.takerFee);
  if (rebate !== 0) digest.number(rebate);
  if (buyerReleased !== 0) digest.number(buyerReleased);
}

export function hashOrderEnded(digest: Digest, event: OrderEnded): void {
  digest.words(event.user, endedBits | event.market | (endReasonNumber(event.reason) << reasonShift));
  digest.number(event.order);
  digest.number(event.released);
}

function orderTypeNumber(orderType: OrderType): number {
  switch (orderType) {
    case 'limit':
      return 0;
    case 'market':
      return 1;
    case 'stop_limit':
      return 2;
    case 'stop_market':
      return 3;
    default:
      return assertNever(orderType);
  }
}

function timeInForceNumber(timeInForce: TimeInForce): number {
  switch (timeInForce) {
    case 'gtc':
      return 0;
    case 'ioc':
      return 1;
    case 'fok':
      return 2;
    default:
      return assertNever(timeInForce);
  }
}

function endReasonNumber(reason: EndReason): number {
  switch (reason) {
    case 'user':
      return 0;
    case 'filled':
      return 1;
    case 'replaced':
      return 2;
    case 'self_trade':
      return 3;
    case 'immediate_or_cancel':
      return 4;
    case 'market_not_open':
      return 5;
    case 'price_out_of_band':
      return 6;
    case 'no_best_price':
      return 7;
    case 'notional_too_large':
      return 8;
    case 'sell_blocked':
      return 9;
    case 'post_only_would_trade':
      return 10;
    case 'fill_or_kill_unfilled':
      return 11;
    case 'restricted':
      return 12;
    default:
      return assertNever(reason);
  }
}
