import Big from 'big.js';
import type { KnownOrder } from '../../../live/feeds/orders.ts';

/** The columns of orders that sort them. */
export type SortColumn = 'date' | 'pair' | 'type' | 'side' | 'price' | 'amount' | 'filled' | 'total' | 'trigger';

export interface OrderSort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** The newest orders first. */
export const defaultSort: OrderSort = { column: 'date', descending: true };

/** The order after a click on a column: figures and dates begin with the greatest, names with the first. */
export function nextSort(now: OrderSort, column: SortColumn): OrderSort {
  if (now.column === column) return { column, descending: !now.descending };
  return { column, descending: column !== 'pair' && column !== 'type' && column !== 'side' };
}

/** Sorts orders by a column. Of equal ones the newest is first; those without a value are last. */
export function sortOrders(orders: readonly KnownOrder[], { column, descending }: OrderSort): readonly KnownOrder[] {
  const sign = descending ? -1 : 1;
  return orders.toSorted((a, b) => {
    const [left, right] = [keyOf(a, column), keyOf(b, column)];
    if (left === null || right === null) {
      if (left === right) return b.id - a.id;
      return left === null ? 1 : -1;
    }
    return sign * compared(left, right) || b.id - a.id;
  });
}

type Key = Big | string | number;

function keyOf(order: KnownOrder, column: SortColumn): Key | null {
  switch (column) {
    case 'date':
      return order.id;
    case 'pair':
      return order.currency_match.symbol;
    case 'type':
      return order.order_type;
    case 'side':
      return order.way === 2 ? 'buy' : 'sell';
    case 'price':
      return order.order_type.endsWith('market') ? null : new Big(order.price);
    case 'amount':
      return order.quote_amount === null ? new Big(order.number) : null;
    case 'filled':
      return filledShare(order);
    case 'total': {
      const total = totalOf(order);
      return total === null ? null : new Big(total);
    }
    case 'trigger':
      return order.stop_price === null ? null : new Big(order.stop_price);
  }
}

function compared(a: Key, b: Key): number {
  if (a instanceof Big && b instanceof Big) return a.cmp(b);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The filled share of an order, from 0 to 1. */
export function filledShare(order: KnownOrder): Big {
  const [whole, part] =
    order.quote_amount === null
      ? [order.number, order.transacted_amount]
      : [order.quote_amount, order.transacted_volume];
  const number = new Big(whole);
  return number.lte(0) ? new Big(0) : new Big(part).div(number);
}

/** The value of an order in the quote currency: its total, or price times amount; null for an order at market price. */
export function totalOf(order: KnownOrder): string | null {
  if (order.quote_amount !== null) return order.quote_amount;
  return order.order_type.endsWith('market') ? null : new Big(order.price).times(order.number).toFixed();
}
