import { compareDecimals, isDecimal, isZero, multiplyDecimals } from '../../../live/decimal.ts';

/** The change of a rate, in percent, above which a second person must agree. */
const quietPercent = 5;

/** Whether a rate is a decimal above zero. */
export function isRate(text: string): boolean {
  return isDecimal(text) && !text.startsWith('-') && !isZero(text);
}

/** Whether a new rate is so far from the present one that a second person must agree. The first rate always is. */
export function isLargeChange(before: string | null, after: string): boolean {
  if (before === null || !isDecimal(before) || !isRate(after)) return true;
  const hundredfold = multiplyDecimals(after, '100');
  const low = multiplyDecimals(before, String(100 - quietPercent));
  const high = multiplyDecimals(before, String(100 + quietPercent));
  return compareDecimals(hundredfold, low) < 0 || compareDecimals(hundredfold, high) > 0;
}
