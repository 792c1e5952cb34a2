import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';
import { compareDecimals } from '../../../live/decimal.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { isChangeable } from '../orders/order-change.ts';

/** The user's open orders of one side and price, as one line on the chart. */
export interface OrderLine {
  readonly key: string;
  readonly way: KnownOrder['way'];
  /** Whether they are stop orders that wait for this price. */
  readonly waits: boolean;
  readonly price: string;
  /** Their remaining amount in the base currency; null when one is sized by total. */
  readonly amount: string | null;
  readonly count: number;
  readonly orders: readonly KnownOrder[];
}

/** A line at another price than its order: while it is dragged, and until the change is confirmed or given up. */
export interface MovedLine {
  readonly key: string;
  readonly price: string;
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
    const together = [...(known?.orders ?? []), order];
    lines.set(key, { key, way: order.way, waits, price, amount, count: together.length, orders: together });
  }
  return [...lines.values()].toSorted((a, b) => compareDecimals(b.price, a.price));
}

/** The order that dragging the line moves; null for several orders, and for one that cannot be changed. */
export function orderToMove({ orders }: OrderLine): KnownOrder | null {
  const [order, ...others] = orders;
  return order !== undefined && others.length === 0 && isChangeable(order) ? order : null;
}

/** A price of the chart's axis as a price of the market: on its step, and at least one. */
export function priceOnStep(value: number, { price_step: step, price_decimals: decimals }: PriceGrid): string {
  const steps = Number.isFinite(value) && value > 0 ? new Big(value).div(step).round(0, Big.roundHalfUp) : new Big(0);
  return (steps.lt(1) ? new Big(step) : steps.times(step)).toFixed(decimals);
}

export type PriceGrid = Pick<Match, 'price_step' | 'price_decimals'>;

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
