import type { IntegerInput } from '@bourse/contract';
import type { Side } from '@bourse/engine';

/** The side of a request's `way`: 1 sells, 2 buys. Undefined if invalid. */
export function sideOf(way: IntegerInput): Side | undefined {
  if (Number(way) === 1) return 'sell';
  return Number(way) === 2 ? 'buy' : undefined;
}
