import { fromUnits, toUnits } from '../live/decimal.ts';

/** A ratio is a fraction with at most this many decimals. */
const ratioDecimals = 6;

/** The exact percentage of a ratio, a plain decimal. Formats truncate it, so a payout is never shown too high. */
export function ratioPercent(ratio: string): string {
  return fromUnits(toUnits(ratio, ratioDecimals), ratioDecimals - 2);
}
