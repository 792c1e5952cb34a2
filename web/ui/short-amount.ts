import Big from 'big.js';
import type { Figures } from './figures.ts';

/** Digits that fit in a narrow column, at least two of them decimals. */
const digits = 7;
const decimals = { min: 2, max: 6 };
/** From this value on even the whole digits do not fit, so the compact form is used. */
const compactFrom = 10_000_000;

/** Formats an amount for a narrow column: the larger, the fewer decimals. Truncated, never rounded up. */
export function shortAmount(value: string, figures: Pick<Figures, 'trimmed' | 'compact'>): string {
  const amount = new Big(value);
  if (amount.gte(compactFrom)) return figures.compact(value);
  const whole = amount.toFixed(0, Big.roundDown).length;
  return figures.trimmed(value, Math.min(decimals.max, Math.max(decimals.min, digits - whole)));
}
