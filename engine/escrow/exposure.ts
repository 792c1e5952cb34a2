import type { CurrencyId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';

/**
 * The coins of a currency that offers and escrows lock, that mature, and that are unmatured deposits, with a time or
 * without. They add up to a safe integer, so that sums of them need no check.
 */
export function exposureOf({ escrow, credits }: ExchangeState, currency: CurrencyId): number {
  const deposits = credits.unmatured.total(currency) + credits.timed.total(currency);
  return escrow.locked.total(currency) + escrow.maturing.total(currency) + deposits;
}

/** How much more of a currency can be locked for sale or credited unmatured. */
export function exposureRoom(state: ExchangeState, currency: CurrencyId): number {
  return Number.MAX_SAFE_INTEGER - exposureOf(state, currency);
}
