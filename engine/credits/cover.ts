import type { CurrencyId } from '../identifiers.ts';
import type { IndexPrice } from '../money.ts';

/** The index price of an asset, as a count of 10^-decimals USDT. */
export interface PriceOfUnit {
  readonly price: IndexPrice;
  readonly decimals: number;
}

/** A user's balances of a currency less the unmatured credits in it: negative when these exceed the balances. */
export interface NetBalance {
  readonly currency: CurrencyId;
  readonly code: string;
  readonly decimals: number;
  readonly net: number;
  /** Null without a live index. */
  readonly price: PriceOfUnit | null;
}

/** The code of the currency in which index prices are quoted. */
const reference = 'USDT';

/** Largest sum of the decimals of a currency and of an index, so that every worth is a whole number of this scale. */
const scale = 8 + 18;

/**
 * How much of a currency can leave so that the user's other balances are still worth all unmatured credits. The net
 * balances cover every currency in which the user has a balance or an unmatured credit. Without a live index a surplus
 * counts nothing, and a deficit cannot be covered by other currencies. The result is exact and at least 0.
 */
export function coveredAmount(balances: readonly NetBalance[], currency: CurrencyId): number {
  let others = 0n;
  let own: NetBalance | null = null;
  for (const balance of balances) {
    if (balance.currency === currency) {
      own = balance;
      continue;
    }
    const unit = unitWorth(balance);
    if (unit !== null) others += BigInt(balance.net) * unit;
    else if (balance.net < 0) return 0;
  }
  if (own === null) return 0;
  const unit = unitWorth(own);
  if (unit === null) return others >= 0n ? Math.max(0, own.net) : 0;
  const left = BigInt(own.net) + divideFloor(others, unit);
  return left > 0n ? Math.min(Number(left), Number.MAX_SAFE_INTEGER) : 0;
}

/** The worth of the currency's smallest unit, as a count of 10^-scale USDT; null without a live index. */
function unitWorth({ code, decimals, price }: NetBalance): bigint | null {
  if (code === reference) return 10n ** BigInt(scale - decimals);
  return price === null ? null : BigInt(price.price) * 10n ** BigInt(scale - decimals - price.decimals);
}

/** ⌊dividend ÷ divisor⌋ for a positive divisor; the division of `bigint` rounds towards zero. */
function divideFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && dividend % divisor !== 0n ? quotient - 1n : quotient;
}
