/*
 * Prices and amounts of peer-to-peer trading, in whole numbers. A price is a count of 10^-8 of the fiat currency for
 * one coin, an amount a count of the smallest unit of its currency.
 */

/** The decimals in which prices are stored. */
export const priceScale = 8;

/** The parts of a percentage with two decimals in 100 %. */
const whole = 10_000n;

/** Index × rate as a fraction: `numerator` / `denominator` is a price. */
export interface Reference {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The side of the merchant. */
export type AdSide = 'buy' | 'sell';

/**
 * The price of an ad that follows the reference. It is rounded to `decimals` against the taker, by less than one unit:
 * up if the merchant sells, down if he buys.
 */
export function floatingPrice(
  { denominator, numerator }: Reference,
  basisPoints: number,
  side: AdSide,
  decimals: number,
): bigint {
  const unit = unitOf(decimals);
  const [over, under] = [numerator * (whole + BigInt(basisPoints)), denominator * whole * unit];
  return (side === 'sell' ? ceil(over, under) : over / under) * unit;
}

/** The reference rounded down to `decimals`. */
export function referencePrice({ denominator, numerator }: Reference, decimals: number): bigint {
  const unit = unitOf(decimals);
  return (numerator / (denominator * unit)) * unit;
}

/** The lowest and the highest price within `percent` of the reference that have at most `decimals` decimals. */
export function bandOf(
  { denominator, numerator }: Reference,
  percent: number,
  decimals: number,
): { readonly low: bigint; readonly high: bigint } {
  const unit = unitOf(decimals);
  const under = denominator * 100n * unit;
  return {
    low: ceil(numerator * (100n - BigInt(percent)), under) * unit,
    high: ((numerator * (100n + BigInt(percent))) / under) * unit,
  };
}

/** The decimals of a coin and of a fiat currency. */
export interface Decimals {
  readonly coin: number;
  readonly fiat: number;
}

/** The coins for an amount of fiat money, rounded down: the seller never gets less than the price for a coin. */
export function coinsFor(fiat: bigint, price: bigint, decimals: Decimals): bigint {
  return (fiat * power(priceScale + decimals.coin)) / (price * power(decimals.fiat));
}

/** The fiat money for an amount of coins, rounded up for the same reason. */
export function fiatFor(coins: bigint, price: bigint, decimals: Decimals): bigint {
  return ceil(coins * price * power(decimals.fiat), power(priceScale + decimals.coin));
}

/** The most fiat money that an amount of coins suffices for. */
export function fiatWithin(coins: bigint, price: bigint, decimals: Decimals): bigint {
  return (coins * price * power(decimals.fiat)) / power(priceScale + decimals.coin);
}

/** Whether a price has become worse for the taker by more than 0.1 % of the one that was shown. */
export function hasMoved(shown: bigint, now: bigint, side: AdSide): boolean {
  return side === 'sell' ? now * 1_000n > shown * 1_001n : now * 1_000n < shown * 999n;
}

/** Whether a price has more decimals than `decimals`. */
export function isTooPrecise(price: bigint, decimals: number): boolean {
  return price % unitOf(decimals) !== 0n;
}

/** A percentage such as `-1.25` in hundredths of a percent; null if it is not one or too precise. */
export function readBasisPoints(text: string): number | null {
  const [, sign = '', units, fraction = ''] = /^([+-]?)(\d{1,3})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (units === undefined) return null;
  const points = Number(units) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && points !== 0 ? 0 - points : points;
}

function unitOf(decimals: number): bigint {
  return power(priceScale - decimals);
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function ceil(over: bigint, under: bigint): bigint {
  return (over + under - 1n) / under;
}
