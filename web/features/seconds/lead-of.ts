import { compareDecimals } from '../../live/decimal.ts';

/** 1 wins above the strike price, 2 below it. */
type Direction = 1 | 2;

/** Where a contract would be if the present price were its settlement price. */
export type Lead = 'ahead' | 'behind' | 'level';

/** Null before the strike price is known and while the index is interrupted. */
export function leadOf(
  { type, open_price: open }: { readonly type: Direction; readonly open_price: string | null },
  price: string | null | undefined,
): Lead | null {
  if (open === null || price === null || price === undefined) return null;
  const above = compareDecimals(price, open);
  if (above === 0) return 'level';
  return above > 0 === (type === 1) ? 'ahead' : 'behind';
}
