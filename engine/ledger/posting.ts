import type { CurrencyId, UserId } from '../identifiers.ts';
import { asAmount } from '../money.ts';
import type { Posting } from '../declaration/vocabulary.ts';
import type { AccountType } from './account.ts';

/** One account's part of a money event: signed changes in smallest units, and the fee deducted by the venue. */
export function posting(
  user: UserId,
  accountType: AccountType,
  currency: CurrencyId,
  available: number,
  locked: number,
  fee = 0,
): Posting {
  return {
    user,
    accountType,
    currency,
    available: asAmount(available),
    locked: asAmount(locked),
    fee: asAmount(fee),
  };
}
