import Big from 'big.js';
import { compareDecimals } from '../../../live/decimal.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';

/** The user's open orders of one side and price, as one line on the chart. */
export interface OrderLine {
  readonly key: string;
  readonly way: KnownOrder['way'];
  /** Whether they are stop orders that wait for this price. */
  readonly waits: boolean;
  readonly price: string;
  /** Their remaining amount in the base currency; null for orders sized by total. */
  readonly amount: string | null;
  readonly count: number;
}

/** The lines of open orders, from the highest price down. Orders of one side and price share a line. */
export function orderLines(orders: readonly KnownOrder[]): readonly OrderLine[] {
  const lines = new Map<string, OrderLine>();
  for (const order of orders) {
    const waits = order.status === 'untriggered';
    const price = waits ? (order.stop_price ?? order.price) : order.price;
    const left = order.quote_amount === null ? new Big(order.number).minus(order.transacted_amount) : null;
    if (left?.lte(0) === true) continue;
    const key = `${order.way} ${waits ? 'stop' : 'book'} ${price}`;
    const known = lines.get(key);
    const amount = left === null || known?.amount === null ? null : left.plus(known?.amount ?? 0).toFixed();
    lines.set(key, { key, way: order.way, waits, price, amount, count: (known?.count ?? 0) + 1 });
  }
  return [...lines.values()].toSorted((a, b) => compareDecimals(b.price, a.price));
}

/**
 * Sorts the lines by their distance from the midpoint between the best own sell and buy prices, as an estimate of the
 * market price.
 */
export function nearestFirst(lines: readonly OrderLine[]): readonly OrderLine[] {
  const resting = lines.filter(({ waits }) => !waits);
  const ends = [resting.findLast(({ way }) => way === 1), resting.find(({ way }) => way === 2)];
  const known = ends.some((end) => end !== undefined) ? ends : [lines[0], lines.at(-1)];
  const prices = known.flatMap((end) => (end === undefined ? [] : [Number(end.price)]));
  const middle = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const distance = ({ price }: OrderLine): number => Math.abs(Number(price) - middle);
  return lines.toSorted((a, b) => distance(a) - distance(b));
}
