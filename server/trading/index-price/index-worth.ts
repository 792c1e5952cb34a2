import { type Currency, type Views, wideText } from '../../ground/feed/index.ts';
import { indexPrices } from './index-view.ts';

/** The decimals of a worth in dollars. */
export const worthDecimals = 8;

const reference = 'USDT';

/**
 * The worth of an amount in dollars by the index, as a count of 10^-8, rounded down; null while the currency has no
 * live index.
 */
export function worthByIndex(views: Views, currency: Currency, units: number): bigint | null {
  if (currency.code === reference) return scaled(BigInt(units), worthDecimals - currency.decimals);
  const index = indexPrices.of(views).find(currency.id);
  if (index === undefined || index.price === null) return null;
  return scaled(BigInt(units) * BigInt(index.price), worthDecimals - currency.decimals - index.decimals);
}

/** A last price counts for limits this long. */
const lastPriceMs = 86_400_000;

/**
 * The worth of an amount for the limits of withdrawals: by the index, or while that is not live, by its last price of
 * the past 24 hours plus 10 %, rounded up. Null without such a price.
 */
export function worthForLimits(views: Views, currency: Currency, units: number, nowMs: number): bigint | null {
  const live = worthByIndex(views, currency, units);
  if (live !== null) return live;
  const last = indexPrices.of(views).last(currency.id);
  if (last === undefined || last.timeMs < nowMs - lastPriceMs) return null;
  const worth = scaled(BigInt(units) * BigInt(last.price) * 10n, worthDecimals - currency.decimals - last.decimals);
  return (worth * 11n + 99n) / 100n;
}

/** A worth in dollars with two decimals, rounded down. */
export function dollarsText(worth: bigint): string {
  return wideText(worth / 10n ** BigInt(worthDecimals - 2), 2);
}

function scaled(value: bigint, shift: number): bigint {
  return shift >= 0 ? value * 10n ** BigInt(shift) : value / 10n ** BigInt(-shift);
}
