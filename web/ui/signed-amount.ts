import { isZero } from '../live/decimal.ts';
import type { Figures } from './figures.ts';

const maxDecimals = 8;

/** A gain or loss with its sign: "+8", "−10", and "0" without one. */
export function signedAmount(value: string, figures: Figures): string {
  const text = figures.trimmed(value.replace('-', ''), maxDecimals);
  if (isZero(value)) return text;
  return value.startsWith('-') ? `−${text}` : `+${text}`;
}

/** The class of a gain or loss by its sign. */
export function wayOf(value: string): 'up' | 'down' | 'flat' {
  if (isZero(value)) return 'flat';
  return value.startsWith('-') ? 'down' : 'up';
}
