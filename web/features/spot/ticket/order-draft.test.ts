import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  snapped,
  steppedAmount,
  steppedPrice,
  withAmount,
  withKind,
  withPickedPrice,
  withPrice,
  withShare,
  withTotal,
  type OrderDraft,
  type Side,
} from './order-draft.ts';
import { percentAfter } from './share-slider.tsx';

const match = { amount_step: '0.00001', amount_decimals: 5, quote_decimals: 6, price_step: '0.01', price_decimals: 2 };

describe('a share of the balance', () => {
  const share = (draft: OrderDraft, percent: number, available: string | null, of = match) =>
    withShare(draft, percent, { match: of, available });

  it('is truncated to whole lots', () => {
    expect(share(at('buy', '3'), 25, '100')).toMatchObject({ size: '8.33333', led: 'amount', share: 25 });
    expect(share(at('buy', '3'), 100, '100').size).toBe('33.33333');
    expect(share(at('sell', ''), 75, '0.00003').size).toBe('0.00002');
    expect(share(at('sell', ''), 1, '12.3456').size).toBe('0.12345');
  });

  it('is truncated to six decimals where lots are finer', () => {
    const fine = { ...match, amount_step: '0.00000001', amount_decimals: 8 };
    expect(share(at('sell', ''), 100, '1.23456789', fine).size).toBe('1.234567');
    expect(share(at('sell', ''), 100, '0.00000099', fine).size).toBe('');
  });

  it('sets the total where the price per lot is unknown', () => {
    expect(share({ ...at('buy', ''), kind: 'market' }, 33, '100.000001')).toMatchObject({ size: '33', led: 'total' });
    expect(share({ ...at('buy', ''), kind: 'stop_market' }, 100, '0.123456')).toMatchObject({
      size: '0.123456',
      led: 'total',
    });
    expect(share({ ...at('sell', ''), kind: 'market' }, 50, '3')).toMatchObject({ size: '1.5', led: 'amount' });
  });

  it('clears the size at zero, and needs a price and a balance', () => {
    expect(share(withAmount(at('sell', '3'), '1'), 0, '100')).toMatchObject({ size: '', share: 0 });
    expect(share(withAmount(at('buy', ''), '1'), 50, '100').size).toBe('1');
    expect(share(withAmount(at('buy', '3'), '1'), 50, null)).toMatchObject({ size: '', share: null });
  });

  it('is reset when any other value is set', () => {
    const chosen = share(at('sell', '3'), 40, '100');
    for (const next of [withAmount(chosen, '1'), withTotal(chosen, '1'), withPrice(chosen, '4')]) {
      expect(next.share).toBeNull();
    }
  });
});

describe('the slider', () => {
  it('snaps to the quarters when dragged, but not to its ends', () => {
    expect([0, 1, 2, 23, 24, 25, 26, 27, 50, 74, 77, 98, 99, 100].map(snapped)).toEqual([
      0, 1, 2, 23, 25, 25, 25, 27, 50, 75, 77, 98, 99, 100,
    ]);
  });

  it('moves by one per cent, or from quarter to quarter, by key', () => {
    expect(percentAfter('ArrowRight', 25)).toBe(26);
    expect(percentAfter('ArrowDown', 25)).toBe(24);
    expect(percentAfter('ArrowLeft', 0)).toBe(0);
    expect(percentAfter('ArrowUp', 100)).toBe(100);
    expect([percentAfter('ArrowRight', 26, true), percentAfter('ArrowUp', 75, true)]).toEqual([50, 100]);
    expect([percentAfter('ArrowLeft', 26, true), percentAfter('ArrowDown', 25, true)]).toEqual([25, 0]);
    expect([percentAfter('PageUp', 26), percentAfter('PageUp', 25), percentAfter('PageUp', 90)]).toEqual([50, 50, 100]);
    expect([percentAfter('PageDown', 26), percentAfter('PageDown', 25), percentAfter('PageDown', 10)]).toEqual([
      25, 0, 0,
    ]);
    expect([percentAfter('Home', 40), percentAfter('End', 40), percentAfter('Enter', 40)]).toEqual([0, 100, null]);
  });
});

describe('steps', () => {
  it('move the price by the tick, from the last price when empty, and never below one tick', () => {
    expect(steppedPrice('10', 1, '12', match)).toBe('10.01');
    expect(steppedPrice('', -1, '12', match)).toBe('11.99');
    expect(steppedPrice('0.01', -1, '12', match)).toBe('0.01');
    expect(steppedPrice('', 1, '0', match)).toBe('0.02');
    const coarse = { ...match, price_step: '0.5' };
    expect(steppedPrice('10.3', 1, '1', coarse)).toBe('10.50');
    expect(steppedPrice('10.3', -1, '1', coarse)).toBe('10.00');
    expect(steppedPrice('9007199254740991.01', 10, '1', match)).toBe('9007199254740991.11');
  });

  it('move the amount by the lot, down to empty', () => {
    expect(steppedAmount('', 1, match)).toBe('0.00001');
    expect(steppedAmount('0.00001', -1, match)).toBe('');
    expect(steppedAmount('1.5', 10, match)).toBe('1.5001');
  });
});

describe('a change of the kind of order', () => {
  it('clears the size and keeps the price', () => {
    const draft = withAmount(at('buy', '10'), '2');
    expect(withKind(draft, 'market')).toMatchObject({ kind: 'market', size: '', price: '10', share: null });
    expect(withKind(draft, 'limit')).toBe(draft);
  });

  it('puts a price picked in the book into the field that decides where the order trades', () => {
    expect(withPickedPrice(at('buy', '10'), '11')).toMatchObject({ price: '11', stop: '' });
    expect(withPickedPrice({ ...at('buy', '10'), kind: 'stop_limit' }, '11')).toMatchObject({ price: '11', stop: '' });
    expect(withPickedPrice({ ...at('buy', '10'), kind: 'stop_market' }, '11')).toMatchObject({
      price: '10',
      stop: '11',
    });
  });
});

function at(side: Side, price: string): OrderDraft {
  return { ...emptyDraft(side), price };
}
