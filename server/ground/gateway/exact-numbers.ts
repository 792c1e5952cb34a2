const quote = 34;
const backslash = 92;
const colon = 58;

/** Decimal numbers of up to so many characters are always exact. */
const safeLength = 15;
/** Longer numbers are refused without looking at them. */
const maxLength = 100;

/**
 * The field of the first number in a JSON text that a double cannot represent, for instance 67108864.00000002, which
 * `JSON.parse` would round silently; null if there is none. A number without a plain field name is in `body`. Takes
 * time proportional to the length of the text.
 */
export function inexactNumberIn(text: string): string | null {
  let field = 'body';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const start = at + 1;
      for (at = start; at < text.length && text.charCodeAt(at) !== quote; at += 1) {
        if (text.charCodeAt(at) === backslash) at += 1;
      }
      if (isFollowedByColon(text, at + 1)) field = text.slice(start, Math.min(at, start + maxLength));
    } else if (isNumeric(character)) {
      const start = at;
      while (at + 1 < text.length && isNumeric(text.charCodeAt(at + 1))) at += 1;
      if (!isExact(text.slice(start, at + 1))) return /^\w+$/.test(field) ? field : 'body';
    }
  }
  return null;
}

/** Thrown for a body with such a number. */
export class InexactNumber extends Error {
  override readonly name = 'InexactNumber';
  readonly field: string;

  constructor(field: string) {
    super(`The number in ${field} cannot be represented exactly.`);
    this.field = field;
  }
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === colon;
}

/** Whether a character occurs in JSON numbers; the `e` also in `true` and `false`, which are too short to matter. */
function isNumeric(character: number): boolean {
  const isDigit = character >= 48 && character <= 57;
  const isSign = character === 43 || character === 45;
  return isDigit || isSign || character === 46 || character === 69 || character === 101;
}

/** Whether a number is written back with the same value. Text that is no number is left to the parser. */
function isExact(token: string): boolean {
  if (token.length <= safeLength && !/e/i.test(token)) return true;
  if (token.length > maxLength) return false;
  const value = valueOf(token);
  return value === null || value === valueOf(String(Number(token)));
}

/** The significant digits and the exponent of a decimal number; null for any other text. */
function valueOf(token: string): string | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
