import { absent } from '../absent.ts';
import { venue } from '../identifiers.ts';
import { accountType as accountTypes } from './account.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import { type Amount, noAmount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { AccountType } from './account.ts';

/** Whether an amount can be moved: a whole number of units from 1 to 2^53 − 1. */
export function isMovable(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 1;
}

/** The rejection when more is needed than is available in an account; null when it suffices. */
export function shortfall(
  { ledger }: ExchangeState,
  user: UserId,
  accountType: AccountType,
  currency: CurrencyId,
  needed: Amount,
): RejectionFor<'insufficient_balance'> | null {
  const account = ledger.find(user, accountType, currency);
  const available = account === absent ? noAmount : ledger.available(account);
  return needed > available ? { reason: 'insufficient_balance', currency, available, needed } : null;
}

/**
 * The rejection when a credit would exceed the supply limit; null when it fits. The external balance is minus the sum
 * of all others: while it is a safe integer, no sum inside the exchange can overflow.
 */
export function oversupply(
  { ledger }: ExchangeState,
  currency: CurrencyId,
  amount: Amount,
): RejectionFor<'supply_exceeded'> | null {
  const outside = ledger.find(venue, accountTypes.external, currency);
  const room = Number.MAX_SAFE_INTEGER + (outside === absent ? 0 : ledger.available(outside));
  return amount > room ? { reason: 'supply_exceeded', currency } : null;
}
