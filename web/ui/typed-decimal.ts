import { isDecimalDraft, readDecimal, unreadable } from '../live/decimal-input.ts';
import { truncateDecimal } from '../live/decimal.ts';
import type { NumberSigns } from '../live/number-signs.ts';

/** The text in a field, as it was typed, and the value that it means: a plain decimal, or `unreadable`. */
export interface TypedDecimal {
  readonly text: string;
  readonly value: string;
  readonly problem: DecimalProblem | null;
}

/** Why a text is no number, with the two readings of an ambiguous one in the notation of the locale. */
export type DecimalProblem =
  | { readonly kind: 'noNumber' }
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly decimal: string };

interface DecimalField {
  readonly signs: NumberSigns;
  /** The most decimals of the number. */
  readonly decimals: number;
  /** Whether the number may be negative. */
  readonly signed?: boolean;
}

/** The longest text that is kept. */
const maxLength = 40;

/**
 * The state of a field after an entry; null if it stays as it is, because typed decimals exceed those of the field.
 * Pasted decimals that exceed them are cut off.
 */
export function enteredDecimal(text: string, field: DecimalField, pasted: boolean): TypedDecimal | null {
  const { decimals, signed = false, signs } = field;
  if (text.length > maxLength) return null;
  const sign = signed ? (/^\s*[-−]/.exec(text)?.[0] ?? '') : '';
  const reading = readDecimal(text.slice(sign.length), signs);
  const minus = sign === '' ? '' : '-';
  if (reading.kind === 'malformed') return { text, value: unreadable, problem: { kind: 'noNumber' } };
  if (reading.kind === 'ambiguous' && decimals > 0) {
    const decimal = shownDecimal(`${minus}${truncateDecimal(reading.decimal, Math.min(3, decimals))}`, signs);
    return { text, value: unreadable, problem: { kind: 'ambiguous', whole: `${minus}${reading.whole}`, decimal } };
  }
  const value = reading.kind === 'ambiguous' ? reading.whole : reading.value;
  if (isDecimalDraft(value, decimals)) return { text, value: `${minus}${value}`, problem: problemOf(value) };
  if (!pasted || value.length > maxLength) return null;
  const cut = `${minus}${truncateDecimal(value.startsWith('.') ? `0${value}` : value, decimals)}`;
  return { text: shownDecimal(cut, signs), value: cut, problem: null };
}

/** A plain decimal as a field shows it: with the decimal sign of the locale, and without grouping. */
export function shownDecimal(value: string, { decimal }: NumberSigns): string {
  return value.replace('.', decimal);
}

function problemOf(value: string): DecimalProblem | null {
  return value === unreadable ? { kind: 'noNumber' } : null;
}
