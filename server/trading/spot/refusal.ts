import type { Call, RefusalOf } from '@bourse/contract';
import { type Rejection, type RejectionOf, type Ticks } from '@bourse/engine';
import { largestPrice, lotsText, type Market, priceText, unitsText, type Views } from '../../ground/feed/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';

/**
 * Converts the exchange's rejection of a command to the refusal of the call. `market` is null for cancels, whose
 * rejections have no market.
 *
 * @throws Error if the call does not declare the refusal
 */
export function spotRefusal<C extends Pick<Call, 'refusals'>>(
  call: C,
  rejection: OrderRejection,
  views: Views,
  market: Market | null,
): Refused<RefusalOf<C>> {
  if (rejection.reason === 'request_key_reused') return refused('idempotency_key_reused');
  if (rejection.reason === 'request_keys_exhausted') {
    return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
  }
  const refusal = refusalOf(rejection, views, market);
  if (isDeclared(call, refusal)) return refusal;
  throw new Error(`a call was refused for ${refusal.error}, which it does not declare`);
}

function isDeclared<C extends Pick<Call, 'refusals'>>(call: C, refusal: Refused): refusal is Refused<RefusalOf<C>> {
  return call.refusals.includes(refusal.error);
}

/** The rejections of all requests about orders. */
type OrderRejection = RejectionOf<
  | 'place_order'
  | 'place_market_order'
  | 'place_stop_order'
  | 'replace_order'
  | 'replace_stop_order'
  | 'reduce_order'
  | 'cancel_order'
  | 'cancel_client_order'
  | 'cancel_all'
>;

function refusalOf(
  rejection: Exclude<OrderRejection, { readonly reason: 'request_key_reused' | 'request_keys_exhausted' }>,
  views: Views,
  market: Market | null,
): Refused {
  switch (rejection.reason) {
    case 'market_unknown':
      return refused('market_unknown');
    case 'trading_stopped':
      return refused('trading_stopped');
    case 'market_not_open':
      return refused('market_closed');
    case 'time_in_force_invalid':
      return refused('time_in_force_unsupported');
    case 'price_invalid':
      // Other invalid prices were refused when the request was read, so the price is too high.
      return refused('amount_too_large', { maximum: market === null ? '' : largestPrice(market) });
    case 'stop_price_invalid':
      return refused('amount_too_large', { maximum: market === null ? '' : largestPrice(market) });
    case 'price_off_step':
      return refused('price_step', { step: market === null ? '' : priceText(market, rejection.step) });
    case 'quantity_off_step':
      return refused('quantity_step', { step: market === null ? '' : lotsText(market, rejection.step) });
    case 'quantity_invalid':
    case 'amount_invalid':
      return refused('quantity_required');
    case 'order_waiting':
      return refused('order_waiting');
    case 'order_not_waiting':
      return refused('order_not_waiting');
    case 'quantity_not_smaller':
      return refused('quantity_not_smaller', { number: quantityText(market, rejection.quantity) });
    case 'quantity_filled':
      return refused('quantity_filled', { filled: quantityText(market, rejection.filled) });
    case 'price_out_of_band':
      return refused('price_out_of_band', bandDetails(rejection, market));
    case 'stop_would_trigger':
      return refused('stop_would_trigger', stopDetails(rejection, market));
    case 'no_best_price':
      return refused('no_best_price');
    case 'notional_too_large':
      return refused('amount_too_large', { maximum: largestNotional(market) });
    case 'below_min_notional':
      return refused('below_min_notional', {
        minimum: market === null ? '' : unitsText(market.quote, rejection.minimum),
        currency: market?.quote.code ?? '',
      });
    case 'sell_blocked':
      return refused('sell_blocked', { symbol: market?.symbol ?? '' });
    case 'client_order_id_taken':
      return refused('client_order_id_taken');
    case 'client_order_ids_exhausted':
      return refused('client_order_ids_exhausted', { maximum: rejection.maximum });
    case 'too_many_open_orders':
      return refused('too_many_open_orders', { maximum: rejection.maximum });
    case 'insufficient_balance': {
      const currency = views.listings.currency(rejection.currency);
      return refused('insufficient_balance', {
        available: unitsText(currency, rejection.available),
        needed: unitsText(currency, rejection.needed),
        currency: currency.code,
      });
    }
    case 'post_only_would_trade':
      return refused('post_only_would_trade');
    case 'fill_or_kill_unfilled':
      return refused('fill_or_kill_unfilled');
    case 'order_not_found':
      return refused('order_not_found');
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}

function bandDetails(band: Rejection & { readonly reason: 'price_out_of_band' }, market: Market | null) {
  const text = (price: Ticks) => (market === null ? '' : priceText(market, price));
  return { lowest: text(band.lowest), highest: text(band.highest), reference: text(band.reference) };
}

function stopDetails(stop: Rejection & { readonly reason: 'stop_would_trigger' }, market: Market | null) {
  const text = (price: Ticks) => (market === null ? '' : priceText(market, price));
  return { stop_price: text(stop.stopPrice), reference: text(stop.reference) };
}

function quantityText(market: Market | null, quantity: number): string {
  return market === null ? '' : lotsText(market, quantity);
}

function largestNotional(market: Market | null): string {
  return market === null ? '' : `${unitsText(market.quote, Number.MAX_SAFE_INTEGER)} ${market.quote.code}`;
}
