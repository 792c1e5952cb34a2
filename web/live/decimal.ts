/** Plain decimal text, as sent over the wire. Compared and truncated without converting to a float. */

const plainDecimal = /^-?\d+(\.\d+)?$/;

/** Whether a text is a decimal in plain notation, such as "-12.50". */
export function isDecimal(text: string): text is `${number}` {
  return plainDecimal.test(text);
}

/** The sign of a − b. Both are plain decimals. */
export function compareDecimals(a: string, b: string): number {
  const negativeA = a.startsWith('-');
  const negativeB = b.startsWith('-');
  if (negativeA !== negativeB) return isZero(a) && isZero(b) ? 0 : negativeA ? -1 : 1;
  const order = compareMagnitudes(negativeA ? a.slice(1) : a, negativeB ? b.slice(1) : b);
  return negativeA ? -order : order;
}

/** The exact product of two plain decimals. */
export function multiplyDecimals(a: string, b: string): string {
  const places = (text: string): number => text.split('.')[1]?.length ?? 0;
  const decimals = places(a) + places(b);
  const product = BigInt(a.replace('.', '')) * BigInt(b.replace('.', ''));
  const digits = String(product < 0n ? -product : product).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return product < 0n ? `-${text}` : text;
}

/** Whether a plain decimal is zero in any notation: "0", "-0.00". */
export function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

/** Truncates a plain decimal toward zero to `decimals` digits and pads it with zeros to exactly that many. */
export function truncateDecimal(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (decimals <= 0) return whole;
  return `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

/** The number of decimals without trailing zeros: 2 for "0.0100". */
export function decimalsOf(text: string): number {
  const [, fraction = ''] = text.split('.');
  return fraction.replace(/0+$/, '').length;
}

function compareMagnitudes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const digitsA = wholeA.replace(/^0+/, '');
  const digitsB = wholeB.replace(/^0+/, '');
  if (digitsA.length !== digitsB.length) return digitsA.length - digitsB.length;
  if (digitsA !== digitsB) return digitsA < digitsB ? -1 : 1;
  const length = Math.max(fractionA.length, fractionB.length);
  const tailA = fractionA.padEnd(length, '0');
  const tailB = fractionB.padEnd(length, '0');
  if (tailA === tailB) return 0;
  return tailA < tailB ? -1 : 1;
}

/** Converts a plain decimal to a count of its smallest unit, 10^-`decimals`; finer digits are truncated. */
export function toUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}

/** Converts a count of smallest units to a plain decimal without trailing zeros. */
export function fromUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  const text = fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
  return units < 0n ? `-${text}` : text;
}
