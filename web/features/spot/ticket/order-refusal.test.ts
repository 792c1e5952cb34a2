import { errorParameters } from '@bourse/contract';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from './order-draft.ts';
import { placeOfRefusal } from './order-refusal.ts';

describe('a refusal of the exchange', () => {
  it('is shown at the field it concerns', () => {
    const buy = emptyDraft('buy');
    const places = Object.keys(errorParameters).map((error) => [error, placeOfRefusal(error, buy)]);
    expect(Object.fromEntries(places.filter(([, place]) => place !== 'form'))).toEqual({
      price_required: 'price',
      price_precision: 'price',
      price_step: 'price',
      price_out_of_band: 'price',
      post_only_would_trade: 'price',
      no_best_price: 'price',
      stop_price_required: 'stop',
      stop_would_trigger: 'stop',
      quantity_required: 'amount',
      quantity_precision: 'amount',
      quantity_step: 'amount',
      fill_or_kill_unfilled: 'amount',
      amount_too_large: 'total',
      below_min_notional: 'total',
      insufficient_balance: 'total',
    });
  });

  it('is shown at the field that the kind and side of the order have for it', () => {
    expect(placeOfRefusal('insufficient_balance', emptyDraft('sell'))).toBe('amount');
    expect(placeOfRefusal('price_step', emptyDraft('sell', 'stop_market'))).toBe('stop');
    expect(placeOfRefusal('quantity_precision', { ...emptyDraft('buy', 'market'), led: 'total' })).toBe('total');
  });
});
