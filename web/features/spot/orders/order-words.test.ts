import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../live/testing/order-of.ts';
import { createFigures } from '../../../ui/figures.ts';
import { eventOf, sizeOf, statusTexts, wayTexts } from './order-words.ts';

describe('the words for an order', () => {
  it('are those of the exchange, whose names in messages are in no reader’s language', () => {
    for (const [status, key] of Object.entries(statusTexts)) expect(key).toBe(`orderStatus.${status}`);
    expect(wayTexts).toEqual({ 1: 'way.sell', 2: 'way.buy' });
  });

  const figures = createFigures('en', 'UTC');

  it('name its amount and how much of it has traded in the base currency', () => {
    expect(sizeOf(orderOf({ number: '1000', transacted_amount: '250.5' }), figures)).toEqual({
      amount: '1,000',
      filled: '250.5',
      currency: 'BTC',
    });
  });

  it('name what is spent or earned where it goes by that', () => {
    const half = orderOf({ number: '0.01', transacted_amount: '0.01', quote_amount: '1000', transacted_volume: '500' });
    expect(sizeOf(half, figures)).toEqual({ amount: '1,000', filled: '500', currency: 'USDT (BTC/USDT)' });
  });
});

describe('updates of an order', () => {
  it.each([
    ['that was placed say nothing, which its answer does', 'TX_SUBMIT', {}, undefined, null],
    ['that waits for its price say nothing', 'TX_SUBMIT', { status: 'untriggered', stop_price: '9' }, undefined, null],
    ['whose price was reached say so', 'TX_SUBMIT', { stop_price: '9' }, undefined, 'triggered'],
    [
      'that ended as it was triggered say so all the same',
      'TX_SUBMIT',
      { status: 'cancelled', stop_price: '9' },
      undefined,
      'triggered',
    ],
    ['that traded in part say that', 'TX_MATCHED', { status: 'partially_filled' }, undefined, 'partlyFilled'],
    ['that traded whole say that', 'TX_MATCHED', { status: 'completed' }, undefined, 'filled'],
    [
      // The amount of such an order is what has traded.
      'for a total that ended unfinished do not call it filled',
      'TX_MATCHED',
      { status: 'cancelled', number: '0.01', transacted_amount: '0.01', quote_amount: '1000' },
      undefined,
      'partlyFilled',
    ],
    ['that its owner made smaller say nothing', 'TX_REDUCED', {}, undefined, null],
    ['that its owner revoked say nothing', 'TX_CANCELED', { status: 'cancelled' }, 'user', null],
    ['that its owner replaced say nothing', 'TX_CANCELED', { status: 'cancelled' }, 'replaced', null],
    ['that the exchange ended say so', 'TX_CANCELED', { status: 'cancelled' }, 'market_not_open', 'cancelled'],
    ['that met one of the same owner say so', 'TX_CANCELED', { status: 'cancelled' }, 'self_trade', 'endedAtOwn'],
    ['that waits for nobody says so', 'TX_CANCELED', { status: 'cancelled' }, 'immediate_or_cancel', 'endedAtOnce'],
  ] as const)('%s', (_title, type, part, reason, event) => {
    expect(eventOf({ type, order: orderOf(part), ...(reason === undefined ? {} : { reason }) })).toBe(event);
  });
});
