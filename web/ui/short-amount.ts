import Big from 'big.js';
import type { Figures } from './figures.ts';

/** So many digits stand in a narrow column, of which two at least are decimals. */
const digits = 7;
const decimals = { min: 2, max: 6 };
/** From here on not even the whole ones have room. */
const compactFrom = 10_000_000;

/** An amount in a narrow column: fewer decimals the larger it is, cut and never rounded up. */
export function shortAmount(value: string, figures: Pick<Figures, 'trimmed' | 'compact'>): string {
  const amount = new Big(value);
  if (amount.gte(compactFrom)) return figures.compact(value);
  const whole = amount.toFixed(0, Big.roundDown).length;
  return figures.trimmed(value, Math.min(decimals.max, Math.max(decimals.min, digits - whole)));
}
