import { venueAccounts, type VenueAccountsRow } from '@bourse/contract/console';
import { decimalsOf, fromUnits, isDecimal, isZero, toUnits } from '../../../live/decimal.ts';

export type VenueAccount = (typeof venueAccounts)[number];

/** The balances that add up to zero: those of the exchange's accounts, and the total of all users. */
export const balanceFields = [...venueAccounts, 'people'] as const;

/** The exact sum of all balances of a currency: "0" unless something is wrong. */
export function sumOf(row: VenueAccountsRow): string {
  const sum = balanceFields.reduce((total, field) => total + toUnits(row[field], row.decimals), 0n);
  return fromUnits(sum, row.decimals);
}

/** The amount that can be moved out of an account; null for money from outside, which has no limit. */
export function availableIn(row: VenueAccountsRow, account: VenueAccount): string | null {
  if (account === 'external') return null;
  const reserved = account === 'savings_house' ? row.savings_reserved : '0';
  return fromUnits(toUnits(row[account], row.decimals) - toUnits(reserved, row.decimals), row.decimals);
}

/** A balance after a movement. */
export function addedTo(balance: string, amount: string, decimals: number): string {
  return fromUnits(toUnits(balance, decimals) + toUnits(amount, decimals), decimals);
}

export function takenFrom(balance: string, amount: string, decimals: number): string {
  return fromUnits(toUnits(balance, decimals) - toUnits(amount, decimals), decimals);
}

/** Why an entered amount cannot be moved; null if it can. `available` is null where there is no limit. */
export function amountProblem(
  amount: string,
  { available, decimals }: { readonly available: string | null; readonly decimals: number },
): 'none' | 'precise' | 'too_much' | null {
  if (!isDecimal(amount) || isZero(amount)) return 'none';
  if (decimalsOf(amount) > decimals) return 'precise';
  return available !== null && toUnits(amount, decimals) > toUnits(available, decimals) ? 'too_much' : null;
}
