import { decimalsOf, fromUnits, isDecimal, toUnits } from '../../live/decimal.ts';

/** The server counts fractions in parts per million, which are percentages with this many decimals. */
const percentDecimals = 4;

/** A fraction as a percentage, exactly: "1.25" for "0.0125". */
export function percentOf(fraction: string): string {
  const decimals = decimalsOf(fraction);
  return fromUnits(toUnits(fraction, decimals) * 100n, decimals);
}

/**
 * An entered percentage as a fraction, exactly: "0.0125" for "1.25"; null if it is not one or finer than the server
 * counts.
 */
export function fractionOf(percent: string): string | null {
  const text = percent.trim();
  if (!isDecimal(text) || decimalsOf(text) > percentDecimals) return null;
  return fromUnits(toUnits(text, percentDecimals), percentDecimals + 2);
}
