import { withPlainDigits } from '@bourse/contract';
import type { NumberSigns } from './number-signs.ts';

/** Reads numbers as people type or paste them, by their locale. */

/**
 * The number in a text: a plain decimal or the beginning of one ("12.", ".", ""). `ambiguous` is a text such as
 * "61,000", which is read as `whole` or as `decimal`, a thousandth of it, depending on the reader.
 */
export type DecimalReading =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly decimal: string }
  | { readonly kind: 'malformed' };

/** The value of a field whose text is no number. Unlike an empty field it never means "none". */
export const unreadable = '.';

/**
 * Reads a number with the digits and signs of any script, grouping, and a currency before or after it. Of two kinds of
 * separators the last is the decimal one; a kind that appears twice groups. A single separator is the decimal one, but
 * the grouping sign of the locale in the place of a group is ambiguous: a guess could be wrong by a thousand.
 */
export function readDecimal(text: string, { group }: NumberSigns): DecimalReading {
  if (/\p{No}/u.test(text)) return malformed; // "1²" and "1½" would become other numbers
  const plain = withoutCurrency(plainSigns(text)).replaceAll(/(?<=\d) (?=\d)/g, onlyGroup);
  if (!/^[\d.,'|]*$/.test(plain)) return malformed;
  const marks = plain.replaceAll(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return { kind: 'number', value: plain };
  const isDecimal =
    last === onlyDecimal ||
    (last !== onlyGroup &&
      (marks.length === 1 || (new Set(marks).size > 1 && marks.indexOf(last) === marks.length - 1)));
  if (!isDecimal) return numberOf(plain, '');
  const at = plain.lastIndexOf(last);
  const [whole, fraction] = [plain.slice(0, at), plain.slice(at + 1)];
  if (marks.length === 1 && last === group && /^[1-9]/.test(whole) && fraction.length === 3)
    return { kind: 'ambiguous', whole: `${whole}${fraction}`, decimal: `${whole}.${fraction}` };
  return numberOf(whole, `.${fraction}`);
}

const malformed: DecimalReading = { kind: 'malformed' };

/** Stand for the signs that have one meaning: spaces, apostrophes and U+066C group, U+066B starts the decimals. */
const onlyGroup = "'";
const onlyDecimal = '|';

/** A whole part, grouped by one kind of sign or not at all, and the decimals. */
function numberOf(whole: string, decimals: string): DecimalReading {
  const isPlain = /^\d*$/.test(whole);
  if (!isPlain && !/^[1-9]\d{0,2}(?:([.,'])\d{2,3}(?:\1\d{2,3})*)?$/.test(whole)) return malformed;
  if (!isPlain && !/[.,']\d{3}$/.test(whole)) return malformed;
  return { kind: 'number', value: `${whole.replaceAll(/\D/g, '')}${decimals}` };
}

/** The text with ASCII digits and one sign for each meaning, without invisible marks and spaces at its ends. */
function plainSigns(text: string): string {
  return withPlainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s/g, ' ')
    .trim()
    .replaceAll(/['’ʼ_٬]/g, onlyGroup)
    .replaceAll('٫', onlyDecimal)
    .replaceAll(/[。．]/g, '.')
    .replaceAll(/[、，]/g, ',');
}

/** Removes a currency sign or code before or after a number: "$1,234", "1,234.50 USDT", "1,25 $US", "元 1.25". */
function withoutCurrency(text: string): string {
  return text
    .replace(/^(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|[元円圆圓]|[A-Z][A-Z0-9]{1,9} |[A-Z]{2,10}) ?(?=[\d.,|])/u, '')
    .replace(/(?<=[\d.,|]) ?(?:[A-Z]{0,3}\p{Sc}[A-Z]{0,3}|[元円圆圓]|(?<= )[A-Z][A-Z0-9]{1,9}|[A-Z]{2,10})$/u, (unit) =>
      multiples.test(unit.trim()) ? unit : '',
    );
}

/** Abbreviations after a number that multiply it ("5 MIO", "5 E5"), which no currency may be taken for. */
const multiples = /^(?:E\d+|MM|MN|MIO|MIL|MLN|MRD|MLD|BN|BIO|TN|TSD|KK|CR|LAC|LAKH|CRORE)$/;

/** Whether a text is a plain number, or the beginning of one, with at most `decimals` decimals. */
export function isDecimalDraft(text: string, decimals: number): boolean {
  if (text.length > 24) return false;
  return decimals === 0 ? /^\d*$/.test(text) : new RegExp(`^\\d*\\.?\\d{0,${decimals}}$`).test(text);
}
