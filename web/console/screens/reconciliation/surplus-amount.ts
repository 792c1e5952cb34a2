import type { SurplusRow } from '@bourse/contract/console';
import { compareDecimals, decimalsOf, fromUnits, isDecimal, isZero, toUnits } from '../../../live/decimal.ts';

/** Why an entered amount cannot be booked: missing, too precise, or more than has been there for an hour. */
export type BookingProblem = 'none' | 'precise' | 'too_much';

/** The problem of an amount that is to be booked; null if there is none. */
export function bookingProblem(
  amount: string,
  { bookable, decimals }: Pick<SurplusRow, 'bookable' | 'decimals'>,
): BookingProblem | null {
  if (!isDecimal(amount) || isZero(amount) || amount.startsWith('-')) return 'none';
  if (decimalsOf(amount) > decimals) return 'precise';
  return compareDecimals(amount, bookable) > 0 ? 'too_much' : null;
}

/** The surplus that is left after a booking. */
export function leftAfter(amount: string, { decimals, surplus }: Pick<SurplusRow, 'decimals' | 'surplus'>): string {
  return fromUnits(toUnits(surplus, decimals) - toUnits(amount, decimals), decimals);
}

/** The next step with a surplus. */
export type SurplusStep = 'requested' | 'settling' | 'waiting' | 'bookable';

export function stepOf({ bookable, request, settled }: SurplusRow): SurplusStep {
  if (request !== null) return 'requested';
  if (!settled) return 'settling';
  return isZero(bookable) ? 'waiting' : 'bookable';
}
