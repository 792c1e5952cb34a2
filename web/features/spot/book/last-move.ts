import type { TapeRow } from '@bourse/contract/markets';
import { compareDecimals } from '../../../live/decimal.ts';

/**
 * The direction of the last price change, from the latest trades, newest first; trades at the same price are skipped.
 */
export function lastMove(rows: readonly Pick<TapeRow, 'price'>[]): 'up' | 'down' | 'flat' {
  const [last] = rows;
  if (last === undefined) return 'flat';
  for (const { price } of rows) {
    const order = compareDecimals(last.price, price);
    if (order !== 0) return order > 0 ? 'up' : 'down';
  }
  return 'flat';
}
