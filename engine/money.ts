import type { Branded } from './brand.ts';

/**
 * A safe integer count of a currency's smallest unit (10^-decimals of it); negative only in posting legs and system
 * balances.
 */
export type Amount = Branded<'Amount'>;
/** A price as a count of the market's ticks, in quote currency per unit of base currency. */
export type Ticks = Branded<'Ticks'>;
/** A quantity of base currency as a count of the market's lots. */
export type Lots = Branded<'Lots'>;
/** The price of one unit of an asset, as a count of 10^-decimals USDT; the decimals are those of the asset's index. */
export type IndexPrice = Branded<'IndexPrice'>;

/** Divisor of rates in parts per million, such as fees. */
export const million = 1_000_000;

const largest = Number.MAX_SAFE_INTEGER;

/** Brands an amount. Throws a RangeError unless it is a safe integer. */
export function amount(value: number): Amount {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an amount: ${value}`);
  return value as Amount;
}

/**
 * Brands an amount that was computed from amounts in a way that keeps it a safe integer, or was read from an array at a
 * place that has one. Not checked: each trade needs several.
 */
export function asAmount(value: number | undefined): Amount {
  return value as Amount;
}

/** Nothing. */
export const noAmount = 0 as Amount;

/** Brands a price in ticks. Throws a RangeError unless it is a safe integer, zero or more. */
export function ticks(value: number): Ticks {
  if (!isCount(value)) throw new RangeError(`not a price in ticks: ${value}`);
  return value as Ticks;
}

/** Brands a quantity in lots. Throws a RangeError unless it is a safe integer, zero or more. */
export function lots(value: number): Lots {
  if (!isCount(value)) throw new RangeError(`not a quantity in lots: ${value}`);
  return value as Lots;
}

/** Brands an index price. Throws a RangeError unless it is a positive safe integer. */
export function indexPrice(value: number): IndexPrice {
  if (!isDivisor(value)) throw new RangeError(`not an index price: ${value}`);
  return value as IndexPrice;
}

/** The sum. Throws a RangeError unless it is a safe integer. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return amount(a + b);
}

/**
 * ⌊a × b ÷ divisor⌋, exact for all safe integers a, b ≥ 0 and divisor > 0, even when a × b is not safe. Throws a
 * RangeError for other operands and for results that are not safe integers.
 */
export function mulDivFloor(a: number, b: number, divisor: number): number {
  const product = a * b;
  // Below 2^53 the product is exact, and the quotient of two such integers never rounds across an integer.
  if (product >= 0 && product <= largest && isCount(a) && isCount(b) && isDivisor(divisor)) {
    return Math.floor(product / divisor);
  }
  return wideMulDiv(a, b, divisor, 0);
}

/**
 * ⌈a × b ÷ divisor⌉, exact for all safe integers a, b ≥ 0 and divisor > 0, even when a × b is not safe. Throws a
 * RangeError for other operands and for results that are not safe integers.
 */
export function mulDivCeil(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product >= 0 && product <= largest && isCount(a) && isCount(b) && isDivisor(divisor)) {
    return Math.ceil(product / divisor);
  }
  return wideMulDiv(a, b, divisor, divisor - 1);
}

/**
 * Parses a plain decimal ("12", "0.5", ".5", "7.") as an integer count of 10^-decimals. Null when the text is anything
 * else (sign, exponent, spaces, empty), when it has more digits after the point than `decimals` (trailing zeros aside),
 * or when the count would not be a safe integer.
 */
export function parseDecimal(text: string, decimals: number): number | null {
  let units = 0;
  let digits = 0;
  let places = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === point && places < 0) {
      places = 0;
      continue;
    }
    const digit = code - zero;
    if (!(digit >= 0 && digit <= 9)) return null;
    digits += 1;
    if (places === decimals) {
      if (digit > 0) return null;
      continue;
    }
    if (places >= 0) places += 1;
    units = units * 10 + digit;
    // Exact so far; once too large, the number can only grow.
    if (units > largest) return null;
  }
  if (digits === 0) return null;
  units *= 10 ** (decimals - Math.max(places, 0));
  return units <= largest ? units : null;
}

const zero = 48;
const point = 46;

/**
 * Formats a count of 10^-decimals as a plain decimal without trailing zeros: `formatDecimal(1_500_000, 6)` is "1.5".
 */
export function formatDecimal(units: number, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a count of units: ${units}`);
  const sign = units < 0 ? '-' : '';
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  let end = digits.length;
  while (end > whole && digits.charCodeAt(end - 1) === zero) end -= 1;
  return end === whole ? sign + digits.slice(0, whole) : `${sign}${digits.slice(0, whole)}.${digits.slice(whole, end)}`;
}

function isCount(value: number): boolean {
  return value >= 0 && Number.isSafeInteger(value);
}

function isDivisor(value: number): boolean {
  return value > 0 && Number.isSafeInteger(value);
}

function wideMulDiv(a: number, b: number, divisor: number, rounding: number): number {
  if (!isCount(a) || !isCount(b) || !isDivisor(divisor)) {
    throw new RangeError(`cannot multiply ${a} by ${b} and divide by ${divisor}`);
  }
  const result = Number((BigInt(a) * BigInt(b) + BigInt(rounding)) / BigInt(divisor));
  if (!Number.isSafeInteger(result)) throw new RangeError(`${a} × ${b} ÷ ${divisor} is not a safe integer`);
  return result;
}
