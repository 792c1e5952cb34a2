import type { Order } from '@bourse/contract/spot';
import { describe, expect, it } from 'vitest';
import { levelsOf } from './own-orders.ts';

type Standing = Parameters<typeof levelsOf>[0][number];

describe("the user's own orders in the book", () => {
  it('are their open amounts, added up by price', () => {
    const orders = [order('100', '1', '0.25'), order('100', '2', '0'), order('99.5', '0.5', '0.1')];
    expect(levelsOf(orders, { amount_decimals: 4 })).toEqual([
      { price: '100', amount: '2.75' },
      { price: '99.5', amount: '0.4' },
    ]);
  });

  it('exclude untriggered stop orders and filled orders', () => {
    const orders = [order('100', '1', '0', 'untriggered'), order('101', '1', '1')];
    expect(levelsOf(orders, { amount_decimals: 4 })).toEqual([]);
  });
});

function order(price: string, number: string, filled: string, status: Order['status'] = 'submitted'): Standing {
  return { price, number, transacted_amount: filled, status };
}
