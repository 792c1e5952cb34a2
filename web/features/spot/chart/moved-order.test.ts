import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../live/testing/order-of.ts';
import type { OrderContext } from '../ticket/order-form.ts';
import { movedOrder } from './moved-order.ts';

const context: OrderContext = {
  match: {
    id: 1,
    price_decimals: 1,
    price_step: '0.1',
    amount_decimals: 3,
    amount_step: '0.001',
    base_decimals: 8,
    quote_decimals: 8,
    min_notional: '10',
    market_slippage: '0.05',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.001',
    sell_blocked: false,
    state: 'open' as const,
    self_trade_prevention: 'expire_maker' as const,
    base_currency_code: 'BTC',
    quote_currency_code: 'USDT',
  },
  available: '50',
  opposite: [{ price: '101', amount: '9' }],
  own: [],
  last: '100',
};

describe('an order whose line was moved', () => {
  it('shows old and new price and total, for the part that has not traded', () => {
    const order = orderOf({ id: 7, price: '90', number: '2', transacted_amount: '0.5' });
    expect(movedOrder(order, '95.0', context)).toMatchObject({
      kind: 'limit',
      terms: [
        { term: 'price', from: '90', to: '95.0' },
        { term: 'amount', from: '1.5', to: '1.5' },
        { term: 'total', from: '135', to: '142.5' },
      ],
      problems: [],
      input: { id: 7, number: '2', price: '95.0' },
    });
  });

  it('is not sent where its cost exceeds the balance and its hold, or warns far from the market', () => {
    const order = orderOf({ price: '90', number: '2' });
    const dear = movedOrder(order, '130', context);
    expect(dear.input).toBeNull();
    expect(dear.problems).toEqual([{ key: 'trade.insufficient', values: { available: '230', currency: 'USDT' } }]);
    expect(movedOrder(order, '110', context).warnings[0]?.key).toBe('ticket.farAbove');
  });

  it('that waits for its trigger moves its limit along, and is not sent where it would trigger at once', () => {
    const stop = { status: 'untriggered', order_type: 'stop_limit', stop_price: '110', price: '112' } as const;
    const order = orderOf({ id: 8, ...stop, number: '1' });
    expect(movedOrder(order, '105.0', context)).toMatchObject({
      kind: 'stop_limit',
      terms: [
        { term: 'stop', from: '110', to: '105.0' },
        { term: 'price', from: '112', to: '107.0' },
        { term: 'amount' },
        { term: 'total', from: '112', to: '107' },
      ],
      input: { id: 8, stop_price: '105', price: '107' },
    });
    expect(movedOrder(order, '99.0', context)).toMatchObject({ problems: [{ key: 'ticket.stopAbove' }], input: null });
  });
});
