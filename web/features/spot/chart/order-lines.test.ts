import type { Order } from '@bourse/contract/spot';
import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../live/testing/order-of.ts';
import { nearestFirst, orderLines, orderToMove, priceOnStep } from './order-lines.ts';

describe("the user's orders on the chart", () => {
  it('are at their prices with their remaining amounts, the highest first', () => {
    const lines = orderLines([
      order({ price: '90', number: '2', transacted_amount: '0.5' }),
      order({ price: '110', way: 1 }),
    ]);
    expect(lines.map(({ way, price, amount }) => [way, price, amount])).toEqual([
      [1, '110', '1'],
      [2, '90', '1.5'],
    ]);
  });

  it('of one side and price are one line with their count', () => {
    const lines = orderLines([order({ number: '0.1' }), order({ number: '0.2' }), order({ way: 1, number: '0.4' })]);
    expect(lines.map(({ way, amount, count }) => [way, amount, count])).toEqual([
      [2, '0.3', 2],
      [1, '0.4', 1],
    ]);
  });

  it('that wait for a stop price are at that price, separate from resting ones', () => {
    const lines = orderLines([
      order({ status: 'untriggered', order_type: 'stop_limit', stop_price: '120', price: '121' }),
      order({ price: '120' }),
    ]);
    expect(lines.map(({ price, waits }) => [price, waits])).toEqual([
      ['120', true],
      ['120', false],
    ]);
  });

  it('are sorted by their distance from the market', () => {
    const sold = (price: string): Order => order({ way: 1, price });
    const stop = order({ status: 'untriggered', order_type: 'stop_market', stop_price: '104', price: '104' });
    const prices = (orders: readonly Order[]): string[] => nearestFirst(orderLines(orders)).map(({ price }) => price);
    const both = [sold('110'), order({ price: '90' }), sold('103'), order({ price: '99' }), stop];
    expect(prices(both)).toEqual(['103', '99', '104', '110', '90']);
    expect(prices([order({ price: '90' }), order({ price: '99' }), order({ price: '80' })])).toEqual([
      '99',
      '90',
      '80',
    ]);
    expect(prices([])).toEqual([]);
  });

  it('have no amount when they are sized by total, and no line when they are filled', () => {
    expect(orderLines([order({ quote_amount: '50', number: '0' })])[0]?.amount).toBeNull();
    expect(orderLines([order({ number: '1', transacted_amount: '1' })])).toEqual([]);
  });
});

describe('dragging a line', () => {
  it('moves its order, but not several at once nor one that cannot be changed', () => {
    const movable = (...orders: readonly Order[]) => orderLines(orders).map((line) => orderToMove(line)?.id ?? null);
    const waiting = order({ id: 5, status: 'untriggered', order_type: 'stop_market', stop_price: '120', price: '120' });
    expect(movable(order({ id: 4, price: '90' }))).toEqual([4]);
    expect(movable(waiting)).toEqual([5]);
    expect(movable(order({ id: 4 }), order({ id: 6 }))).toEqual([null]);
    expect(movable(order({ order_type: 'market' }))).toEqual([null]);
  });

  it('snaps to the price step of the market, and never to zero', () => {
    const grid = { price_step: '0.5', price_decimals: 2 };
    expect([100.24, 100.25, 0.1, -3, Number.NaN].map((value) => priceOnStep(value, grid))).toEqual([
      '100.00',
      '100.50',
      '0.50',
      '0.50',
      '0.50',
    ]);
  });
});

function order(changes: Partial<Order>): Order {
  return orderOf({ price: '100', ...changes });
}
