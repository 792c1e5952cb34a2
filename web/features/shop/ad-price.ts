import type { LegalSide } from '@bourse/contract/p2p';
import { isDecimal, toUnits } from '../../live/decimal.ts';

/** The decimals of a percentage. */
const percentDecimals = 2;
/** One hundred percent in hundredths of a percent. */
const whole = 10_000n;

/**
 * The price of an ad that follows the reference, null without one. It is rounded against the taker: up for a merchant
 * who sells, down for one who buys.
 */
export function floatingPrice(
  reference: string | null,
  percent: string,
  side: LegalSide,
  decimals: number,
): string | null {
  if (reference === null || !isDecimal(percent)) return null;
  const part = whole + toUnits(percent, percentDecimals);
  return part > 0n ? scaled(reference, part, side === 'sell' ? 'up' : 'down', decimals) : null;
}

/** The lowest and the highest price around the reference; null without one. */
export function priceBand(
  reference: string | null,
  percent: string,
  decimals: number,
): { readonly low: string; readonly high: string } | null {
  if (reference === null || !isDecimal(percent)) return null;
  const away = toUnits(percent, percentDecimals);
  return {
    low: scaled(reference, whole - away, 'up', decimals),
    high: scaled(reference, whole + away, 'down', decimals),
  };
}

/** `value` × `part` / 10 000, with exactly `decimals` decimals. */
function scaled(value: string, part: bigint, rounding: 'up' | 'down', decimals: number): string {
  const places = value.split('.')[1]?.length ?? 0;
  const product = toUnits(value, places) * part * 10n ** BigInt(decimals);
  const divisor = whole * 10n ** BigInt(places);
  const units = product / divisor + (rounding === 'up' && product % divisor > 0n ? 1n : 0n);
  const digits = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
