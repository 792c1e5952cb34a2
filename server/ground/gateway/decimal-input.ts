import type { DecimalInput } from '@bourse/contract';
import { parseDecimal } from '@bourse/engine';

/** A decimal from a request: a count of 10^-decimals, or the reason why it is invalid. */
export type ReadDecimal =
  | { readonly kind: 'units'; readonly units: number }
  | { readonly kind: 'absent' | 'malformed' | 'too_precise' | 'too_large' };

/** Digits with at most one point. Signs, exponents and spaces are refused rather than interpreted. */
const plain = /^(?=.*\d)\d*(?:\.(\d*))?$/;

/** Reads a decimal exactly. Zero counts as absent, because no order is meant to be empty. */
export function readDecimal(input: DecimalInput | undefined, decimals: number): ReadDecimal {
  if (input === undefined || input === '') return { kind: 'absent' };
  const text = String(input);
  const units = parseDecimal(text, decimals);
  if (units !== null) return units === 0 ? { kind: 'absent' } : { kind: 'units', units };
  const match = plain.exec(text);
  if (match === null) return { kind: 'malformed' };
  const fraction = (match[1] ?? '').replace(/0+$/, '');
  return { kind: fraction.length > decimals ? 'too_precise' : 'too_large' };
}
