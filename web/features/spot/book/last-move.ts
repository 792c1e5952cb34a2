import type { TapeRow } from '@bourse/contract/markets';
import { compareDecimals } from '../../../live/decimal.ts';

/** Which way the price went last, by the latest trades, newest first: trades at the same price do not move it. */
export function lastMove(rows: readonly Pick<TapeRow, 'price'>[]): 'up' | 'down' | 'flat' {
  const [last] = rows;
  if (last === undefined) return 'flat';
  for (const { price } of rows) {
    const order = compareDecimals(last.price, price);
    if (order !== 0) return order > 0 ? 'up' : 'down';
  }
  return 'flat';
}
