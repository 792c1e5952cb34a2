import type { LegalAd } from '@bourse/contract/p2p';
import { compareDecimals, decimalsOf, fromUnits, isZero, toUnits } from '../../live/decimal.ts';

/** The decimals of a coin and of a fiat currency. */
export interface DealDecimals {
  readonly coin: number;
  readonly fiat: number;
}

/** The field that a taker has typed into, and its text. The other amount follows from it. */
export interface DealDraft {
  readonly typed: 'amount' | 'number';
  readonly text: string;
}

/** An order to be opened: money in the fiat currency and coins, as the server counts them. */
export interface Deal {
  readonly amount: string;
  readonly number: string;
}

/** Why an ad cannot be taken with these amounts. */
export type DealProblem = 'missing' | 'below' | 'above' | 'exhausted';

/** The coins for an amount of money. They are rounded down, so that the seller never gets less than the price. */
export function coinsFor(amount: string, price: string, coinDecimals: number): string {
  const scale = Math.max(decimalsOf(amount), decimalsOf(price));
  const divisor = toUnits(price, scale);
  if (divisor === 0n) return '0';
  return fromUnits((toUnits(amount, scale) * 10n ** BigInt(coinDecimals)) / divisor, coinDecimals);
}

/** The money for coins, rounded up for the same reason. */
export function moneyFor(number: string, price: string, fiatDecimals: number): string {
  return fromUnits(timesRoundedUp(number, price, fiatDecimals), fiatDecimals);
}

/** The fee of a buyer in coins, rounded up. */
export function feeOf(number: string, feeRate: string, coinDecimals: number): string {
  return fromUnits(timesRoundedUp(number, feeRate, coinDecimals), coinDecimals);
}

/** The coins that a buyer receives. */
export function coinsAfterFee(number: string, feeRate: string, coinDecimals: number): string {
  return fromUnits(toUnits(number, coinDecimals) - timesRoundedUp(number, feeRate, coinDecimals), coinDecimals);
}

function timesRoundedUp(a: string, b: string, decimals: number): bigint {
  const [scaleA, scaleB] = [decimalsOf(a), decimalsOf(b)];
  const product = toUnits(a, scaleA) * toUnits(b, scaleB) * 10n ** BigInt(decimals);
  const divisor = 10n ** BigInt(scaleA + scaleB);
  return (product + divisor - 1n) / divisor;
}

/**
 * Both amounts of a draft at a price; without a price, the one that was typed. Finer digits than the currencies have
 * are cut.
 */
export function dealOf({ typed, text }: DealDraft, price: string | null, decimals: DealDecimals): Deal {
  if (typed === 'amount') {
    const amount = fromUnits(toUnits(text, decimals.fiat), decimals.fiat);
    return { amount, number: price === null ? '0' : coinsFor(amount, price, decimals.coin) };
  }
  const number = fromUnits(toUnits(text, decimals.coin), decimals.coin);
  return { amount: price === null ? '0' : moneyFor(number, price, decimals.fiat), number };
}

/** The first reason for which a deal would be refused; null if the page knows of none. */
export function problemOf({ amount, number }: Deal, ad: Pick<LegalAd, 'left' | 'max' | 'min'>): DealProblem | null {
  if (isZero(amount) || isZero(number)) return 'missing';
  if (compareDecimals(amount, ad.min) < 0) return 'below';
  if (compareDecimals(amount, ad.max) > 0) return 'above';
  return compareDecimals(number, ad.left) > 0 ? 'exhausted' : null;
}

/** The most that can be bought of an ad at a price, as money. */
export function mostToBuy(ad: Pick<LegalAd, 'left' | 'max'>, price: string, decimals: DealDecimals): DealDraft {
  const [scaleLeft, scalePrice] = [decimalsOf(ad.left), decimalsOf(price)];
  const product = toUnits(ad.left, scaleLeft) * toUnits(price, scalePrice) * 10n ** BigInt(decimals.fiat);
  const worth = fromUnits(product / 10n ** BigInt(scaleLeft + scalePrice), decimals.fiat);
  return { typed: 'amount', text: lower(worth, ad.max) };
}

/** The most that can be sold to an ad at a price, as coins: of the balance, of the ad, and of its largest order. */
export function mostToSell(
  ad: Pick<LegalAd, 'left' | 'max'>,
  price: string,
  balance: string | null,
  decimals: DealDecimals,
): DealDraft {
  const wanted = lower(ad.left, coinsFor(ad.max, price, decimals.coin));
  return { typed: 'number', text: balance === null ? wanted : lower(wanted, balance) };
}

function lower(a: string, b: string): string {
  return compareDecimals(a, b) <= 0 ? a : b;
}
