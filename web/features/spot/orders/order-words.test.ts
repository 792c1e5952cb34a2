import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../live/testing/order-of.ts';
import { createFigures } from '../../../ui/figures.ts';
import { eventOf, sizeOf, statusTexts, wayTexts } from './order-words.ts';

describe('the texts of an order', () => {
  it('follow the names of the wire, because messages carry no localised names', () => {
    for (const [status, key] of Object.entries(statusTexts)) expect(key).toBe(`orderStatus.${status}`);
    expect(wayTexts).toEqual({ 1: 'way.sell', 2: 'way.buy' });
  });

  const figures = createFigures('en', 'UTC');

  it('give the amount and the filled amount in the base currency', () => {
    expect(sizeOf(orderOf({ number: '1000', transacted_amount: '250.5' }), figures)).toEqual({
      amount: '1,000',
      filled: '250.5',
      currency: 'BTC',
    });
  });

  it('give the total and the filled total for an order sized by total', () => {
    const half = orderOf({ number: '0.01', transacted_amount: '0.01', quote_amount: '1000', transacted_volume: '500' });
    expect(sizeOf(half, figures)).toEqual({ amount: '1,000', filled: '500', currency: 'USDT (BTC/USDT)' });
  });
});

describe('the event of an update', () => {
  it.each([
    ['none for a placed order, which the response reports', 'TX_SUBMIT', {}, undefined, null],
    ['none for an untriggered stop order', 'TX_SUBMIT', { status: 'untriggered', stop_price: '9' }, undefined, null],
    ['triggered for a stop order whose price was reached', 'TX_SUBMIT', { stop_price: '9' }, undefined, 'triggered'],
    [
      'triggered for a stop order that ended when it was triggered',
      'TX_SUBMIT',
      { status: 'cancelled', stop_price: '9' },
      undefined,
      'triggered',
    ],
    ['partly filled after a partial fill', 'TX_MATCHED', { status: 'partially_filled' }, undefined, 'partlyFilled'],
    ['filled after a complete fill', 'TX_MATCHED', { status: 'completed' }, undefined, 'filled'],
    [
      // The amount of an order sized by total is what was filled.
      'partly filled, not filled, for an order sized by total that ended early',
      'TX_MATCHED',
      { status: 'cancelled', number: '0.01', transacted_amount: '0.01', quote_amount: '1000' },
      undefined,
      'partlyFilled',
    ],
    ['none for an order that its user reduced', 'TX_REDUCED', {}, undefined, null],
    ['none for an order that its user cancelled', 'TX_CANCELED', { status: 'cancelled' }, 'user', null],
    ['none for an order that its user replaced', 'TX_CANCELED', { status: 'cancelled' }, 'replaced', null],
    [
      'cancelled for an order that the exchange ended',
      'TX_CANCELED',
      { status: 'cancelled' },
      'market_not_open',
      'cancelled',
    ],
    ['ended by self-trade prevention', 'TX_CANCELED', { status: 'cancelled' }, 'self_trade', 'endedAtOwn'],
    ['ended as immediate-or-cancel', 'TX_CANCELED', { status: 'cancelled' }, 'immediate_or_cancel', 'endedAtOnce'],
  ] as const)('is %s', (_title, type, part, reason, event) => {
    expect(eventOf({ type, order: orderOf(part), ...(reason === undefined ? {} : { reason }) })).toBe(event);
  });
});
