import Big from 'big.js';
import type { DepthRow } from '@bourse/contract/markets';
import type { Side } from './order-draft.ts';

/** The user's own orders that an order would match: their amount and the first price. */
export interface OwnOrdersMet {
  readonly amount: Big;
  readonly price: Big;
}

/**
 * The user's own orders that an order matches on its way to a price; null for none. All of a level counts once it is
 * reached, because the queue within a level is not public. With `endsAtOwn` it stops at the first.
 */
export function ownOrdersUpTo(
  side: Side,
  reached: Big,
  own: readonly DepthRow[],
  endsAtOwn: boolean,
): OwnOrdersMet | null {
  const met = own
    .map(({ price, amount }) => ({ price: new Big(price), amount: new Big(amount) }))
    .filter(({ price }) => isWithin(side, price, reached))
    .toSorted((a, b) => (side === 'buy' ? a.price.cmp(b.price) : b.price.cmp(a.price)));
  const [first] = met;
  if (first === undefined || endsAtOwn) return first ?? null;
  return { price: first.price, amount: met.reduce((sum, { amount }) => sum.plus(amount), new Big(0)) };
}

/**
 * The worst price at which a limit order still fills against the visible levels, best first; its limit price when they
 * do not fill it completely.
 */
export function reachOfLimit(
  { side, price, amount }: { readonly side: Side; readonly price: Big; readonly amount: Big },
  levels: readonly DepthRow[],
  own: readonly DepthRow[],
): Big {
  const ownAt = new Map(own.map((row) => [new Big(row.price).toFixed(), row.amount]));
  let left = amount;
  for (const level of levels) {
    const at = new Big(level.price);
    if (!isWithin(side, at, price)) break;
    left = left.minus(level.amount).plus(ownAt.get(at.toFixed()) ?? 0);
    if (left.lte(0)) return at;
  }
  return price;
}

function isWithin(side: Side, price: Big, reached: Big): boolean {
  return side === 'buy' ? price.lte(reached) : price.gte(reached);
}
