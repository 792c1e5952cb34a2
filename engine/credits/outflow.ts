import { absent } from '../absent.ts';
import { personalAccountTypes } from '../ledger/account.ts';
import { inOrder } from '../ledger/user-sums.ts';
import { coveredAmount } from './cover.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import { type Amount, asAmount, noAmount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ReadableState } from '../state.ts';
import type { NetBalance } from './cover.ts';

const largest = asAmount(Number.MAX_SAFE_INTEGER);
const nothing: ReadonlyMap<CurrencyId, number> = new Map();

/** An amount that may not leave before a time: bought coins, or a credit that a card paid. */
export interface Maturing {
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly untilMs: number;
}

export function hasMaturing({ credits, escrow }: ReadableState, user: UserId): boolean {
  return escrow.maturing.has(user) || credits.timed.has(user);
}

/** The amounts of a user that mature, the first to mature first. */
export function maturingOf({ credits, escrow }: ReadableState, user: UserId): Maturing[] {
  return [...escrow.maturingOf(user), ...credits.timedOf(user)].toSorted((a, b) => a.untilMs - b.untilMs);
}

export function sumsOf(maturing: readonly Maturing[]): ReadonlyMap<CurrencyId, number> {
  const sums = new Map<CurrencyId, number>();
  for (const { currency, amount } of maturing) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return sums;
}

/** The rejection while the user has a debt; null without one. */
export function debtRefusal({ credits }: ReadableState, user: UserId): RejectionFor<'debt_outstanding'> | null {
  if (!credits.debts.has(user)) return null;
  const [first] = inOrder(credits.debts.of(user));
  return first === undefined ? null : { reason: 'debt_outstanding', currency: first[0], debt: first[1] };
}

/** The rejection when this amount must stay to cover the user's unmatured credits; null when it may leave. */
export function unmaturedRefusal(
  state: ReadableState,
  user: UserId,
  currency: CurrencyId,
  amount: Amount,
): RejectionFor<'deposit_unmatured'> | null {
  if (!state.credits.unmatured.has(user)) return null;
  return amount > coveredOutflow(state, user, currency, nothing) ? { reason: 'deposit_unmatured' } : null;
}

/** How much of a currency may leave the user's accounts by debts, unmatured credits and what matures. */
export function outflowRoomOf(state: ReadableState, user: UserId, currency: CurrencyId): Amount {
  if (state.credits.debts.has(user)) return noAmount;
  if (!state.credits.unmatured.has(user) && !hasMaturing(state, user)) return largest;
  return asAmount(coveredOutflow(state, user, currency, sumsOf(maturingOf(state, user))));
}

/** How much of a currency may leave so that other balances cover unmatured credits and these amounts that mature. */
export function coveredOutflow(
  state: ReadableState,
  user: UserId,
  currency: CurrencyId,
  maturing: ReadonlyMap<CurrencyId, number>,
): number {
  return coveredAmount(netBalances(state, user, maturing), currency);
}

/**
 * Balances less open holds, offers, escrows, unmatured credits and amounts that mature, in each listed currency. Money
 * that is held or for sale is about to leave.
 */
function netBalances(state: ReadableState, user: UserId, maturing: ReadonlyMap<CurrencyId, number>): NetBalance[] {
  const { currencies, credits, escrow, holds, indices } = state;
  return [...currencies.values()].map(({ currency, code, decimals }) => {
    const held = holds.heldOf(user).get(currency) ?? 0;
    const unmatured = credits.unmatured.amount(user, currency);
    const kept = held + escrow.locked.amount(user, currency);
    const net = balanceOf(state, user, currency) - kept - unmatured - (maturing.get(currency) ?? 0);
    const price = indices.priceOf(currency);
    const priceDecimals = indices.configurationOf(currency)?.decimals;
    const unit = price === null || priceDecimals === undefined ? null : { price, decimals: priceDecimals };
    return { currency, code, decimals, net, price: unit };
  });
}

/** The sum of a user's accounts in a currency, locked money included. The supply limit keeps it a safe integer. */
function balanceOf({ ledger }: ReadableState, user: UserId, currency: CurrencyId): number {
  let sum = 0;
  for (const type of personalAccountTypes) {
    const account = ledger.find(user, type, currency);
    if (account !== absent) sum += ledger.available(account) + ledger.locked(account);
  }
  return sum;
}
