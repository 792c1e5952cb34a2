/** Codes and numbers as people type them: with the digits of their keyboard, and spaces or hyphens between groups. */

/**
 * A text with every decimal digit of Unicode as 0 to 9, and compatible forms such as full-width letters as the usual
 * ones. Each script has its ten digits in a row, so a digit's value is its place in the row.
 */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** A code without spaces, hyphens and invisible characters, with plain digits. */
export function typedCode(text: string): string {
  return withPlainDigits(text).replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, '');
}

function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (first > 0 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}
