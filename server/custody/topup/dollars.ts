import { wideText } from '../../ground/feed/index.ts';

/** Decimal places of dollars. */
export const centDecimals = 2;

/** Cents as a decimal of dollars. */
export function decimalText(cents: number): string {
  return wideText(BigInt(cents), centDecimals);
}
