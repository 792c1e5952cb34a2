import { absent } from '../absent.ts';
import { accountType as accountTypes } from '../ledger/account.ts';
import { leavingRule } from '../movement.ts';
import { freeOfHouse } from './claims.ts';
import { limitedSum } from './formulas.ts';
import { balanceOf, profitOf } from './risk.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { AccountType } from '../ledger/account.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverAccount } from './state.ts';

/** Positions keep their margin, and the house of leverage keeps its floor. */
export const leverageRules = [
  leavingRule({
    reason: 'margin_needed',
    appliesTo: ['person', 'owed', 'account'],
    precedesBalance: false,
    refusal: (state, { user, accountType, currency, amount }) =>
      marginRefusal(state, user, accountType, currency, amount),
  }),
  leavingRule({
    reason: 'house_floor',
    appliesTo: ['venue'],
    precedesBalance: false,
    refusal: (state, { accountType, currency, amount }) => floorRefusal(state, accountType, currency, amount),
  }),
] as const;

/**
 * How much the equity of a lever account is short of twice the margins of its positions, in the currency's smallest
 * unit; 0 without positions. As much of an amount that arrives there cannot leave again.
 */
export function marginGap(
  state: Pick<ExchangeState, 'leverage' | 'ledger'>,
  user: UserId,
  currency: CurrencyId,
): Amount {
  const account = state.leverage.account(user, currency);
  return asAmount(Math.max(0, account === undefined ? 0 : 0 - spareOf(state, account)));
}

/**
 * The rejection when this amount must stay in a lever account for its positions; null when it may leave, as from every
 * other account.
 */
function marginRefusal(
  state: ExchangeState,
  user: UserId,
  accountType: AccountType,
  currency: CurrencyId,
  amount: Amount,
): RejectionFor<'margin_needed'> | null {
  if (accountType !== accountTypes.lever || state.leverage.rows.size === 0) return null;
  const transferable = transferableOf(state, user, currency);
  return amount > transferable ? { reason: 'margin_needed', currency, transferable } : null;
}

/**
 * The rejection when an amount must stay in the lever house, as its floor or because users have claims on it; null when
 * it may leave. Amounts of the venue's other accounts always may. Reserves are locked and not part of the amount.
 */
function floorRefusal(
  state: Pick<ExchangeState, 'leverage' | 'ledger'>,
  from: AccountType,
  currency: CurrencyId,
  amount: Amount,
): RejectionFor<'house_floor'> | null {
  if (from !== accountTypes.leverHouse) return null;
  const transferable = asAmount(Math.max(0, freeOfHouse(state, currency) - state.leverage.floorOf(currency)));
  return amount > transferable ? { reason: 'house_floor', currency, transferable } : null;
}

/**
 * How much may leave a lever account: what is available, and no more than leaves twice the margins of its positions. A
 * profit on a suspended pair does not count.
 */
function transferableOf(state: Pick<ExchangeState, 'leverage' | 'ledger'>, user: UserId, currency: CurrencyId): Amount {
  const slot = state.ledger.find(user, accountTypes.lever, currency);
  if (slot === absent) return noAmount;
  const available = state.ledger.available(slot);
  const account = state.leverage.account(user, currency);
  if (account === undefined) return available;
  return asAmount(Math.max(0, Math.min(available, spareOf(state, account))));
}

/** The equity beyond twice the margins of the positions; negative when it is less. */
function spareOf(state: Pick<ExchangeState, 'ledger'>, account: LeverAccount): number {
  const profits = account.rows
    .filter(({ isFilled }) => isFilled)
    .map((row) => (row.pair.mark === null ? Math.min(0, profitOf(row)) : profitOf(row)));
  return limitedSum([balanceOf(state, account), ...profits]) - 2 * account.margins;
}
