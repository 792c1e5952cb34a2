import { describe, expect, it } from 'vitest';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { defaultSort, nextSort, sortOrders, totalOf } from './sort-orders.ts';

const orders = [
  order(1, { way: 2, price: '9.5', number: '10', symbol: 'ETH/USDT' }),
  order(2, { way: 1, price: '10', number: '2', stop: '11' }),
  order(3, { way: 2, price: '100', number: '0.5', filled: '0.25' }),
  order(4, { way: 1, price: '0', number: '7', type: 'stop_market', stop: '8' }),
];

describe('open orders', () => {
  it('list the newest first, with buys and sells together', () => {
    expect(ids(defaultSort)).toEqual([4, 3, 2, 1]);
  });

  it('are sorted by value and not by text, those without a value last', () => {
    expect(ids({ column: 'price', descending: true })).toEqual([3, 2, 1, 4]);
    expect(ids({ column: 'price', descending: false })).toEqual([1, 2, 3, 4]);
    expect(ids({ column: 'trigger', descending: false })).toEqual([4, 2, 3, 1]);
    expect(ids({ column: 'total', descending: true })).toEqual([1, 3, 2, 4]);
    expect(ids({ column: 'filled', descending: true })).toEqual([3, 4, 2, 1]);
  });

  it('are sorted by name from the first, by a second click from the last', () => {
    const bySide = nextSort(defaultSort, 'side');
    expect(ids(bySide)).toEqual([3, 1, 4, 2]);
    expect(ids(nextSort(bySide, 'side'))).toEqual([4, 2, 3, 1]);
    expect(nextSort(defaultSort, 'amount')).toEqual({ column: 'amount', descending: true });
  });

  it('have a total unless they have no price', () => {
    expect(orders.map(totalOf)).toEqual(['95', '20', '50', null]);
  });
});

function ids(sort: Parameters<typeof sortOrders>[1]): number[] {
  return sortOrders(orders, sort).map(({ id }) => id);
}

interface Terms {
  readonly way: 1 | 2;
  readonly price: string;
  readonly number: string;
  readonly symbol?: string;
  readonly stop?: string;
  readonly filled?: string;
  readonly type?: KnownOrder['order_type'];
}

function order(id: number, { way, price, number, symbol, stop, filled = '0', type }: Terms): KnownOrder {
  return {
    id,
    way,
    price,
    number,
    client_order_id: null,
    order_type: type ?? (stop === undefined ? 'limit' : 'stop_limit'),
    time_in_force: 'gtc',
    post_only: false,
    stop_price: stop ?? null,
    quote_amount: null,
    transacted_amount: filled,
    transacted_volume: '0',
    average_price: '0',
    fee: '0',
    fee_currency: 'BTC',
    rebate: '0',
    rebate_currency: 'BTC',
    status: 'submitted',
    currency_match_id: 1,
    currency_match: { id: 1, symbol: symbol ?? 'BTC/USDT' },
    created_at: id,
    updated_at: id,
  };
}
