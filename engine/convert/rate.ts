import { million } from '../money.ts';
import type { Amount, IndexPrice } from '../money.ts';

/** A currency with its index price: `price` counts 10^-priceDecimals of the reference currency per whole unit. */
export interface PricedCurrency {
  /** The decimals of the currency's amounts. */
  readonly decimals: number;
  readonly price: IndexPrice;
  readonly priceDecimals: number;
}

/**
 * ⌊amount × price(from) ÷ price(to) × (1 − spread)⌋ in smallest units of `to`, rounded once, at the end. May exceed the
 * safe integers.
 */
export function convertedUnits(amount: Amount, from: PricedCurrency, to: PricedCurrency, spreadPpm: number): bigint {
  const dividend = BigInt(amount) * BigInt(from.price) * BigInt(million - spreadPpm) * scale(to);
  return dividend / (BigInt(to.price) * BigInt(million) * scale(from));
}

/** Whether the present amount is below the quoted one by more than the tolerance. */
export function hasMoved(present: bigint, quoted: Amount, tolerancePpm: number): boolean {
  return present * BigInt(million) < BigInt(quoted) * BigInt(million - tolerancePpm);
}

function scale({ decimals, priceDecimals }: PricedCurrency): bigint {
  return 10n ** BigInt(decimals + priceDecimals);
}
