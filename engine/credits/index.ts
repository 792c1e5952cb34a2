import { inOrder } from '../ledger/user-sums.ts';
import { outflowRoomOf } from './outflow.ts';
import type { Reader } from '../exchange.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { UserSum } from '../ledger/user-sums.ts';
import type { Amount } from '../money.ts';
import type { TimedCredit, UnmaturedCredit } from './state.ts';

export { coveredAmount, type NetBalance, type PriceOfUnit } from './cover.ts';
export type {
  CreditCardDeposit,
  CreditDeposit,
  MatureCredit,
  RepayDebt,
  ReverseCredit,
  SettleDebt,
} from './commands.ts';
export type {
  CreditConfirmed,
  CreditMatured,
  CreditReversed,
  CreditTimed,
  CreditTimeEnded,
  DebtRepaid,
  DebtSettled,
  DepositCredited,
} from './events.ts';
export type { UserSum } from '../ledger/user-sums.ts';
export type { TimedCredit, UnmaturedCredit } from './state.ts';

/** An amount in a currency. */
export interface CurrencyAmount {
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** The sums of a user's unmatured credits, by currency, for `exchange.read`. */
export function unmaturedOf(user: UserId): Reader<readonly CurrencyAmount[]> {
  return ({ credits }) => inOrder(credits.unmatured.of(user)).map(([currency, amount]) => ({ currency, amount }));
}

/** A user's debts, by currency, for `exchange.read`. */
export function debtsOf(user: UserId): Reader<readonly CurrencyAmount[]> {
  return ({ credits }) => inOrder(credits.debts.of(user)).map(([currency, amount]) => ({ currency, amount }));
}

/** All unmatured credits that wait for no time, for `exchange.read`. */
export const unmaturedCredits: Reader<Iterable<UnmaturedCredit>> = ({ credits }) => credits.all();

/** All credits that wait for a time, by the command that credited them, for `exchange.read`. */
export const timedCredits: Reader<Iterable<TimedCredit>> = ({ credits }) => credits.allTimed();

/** The sums of unmatured credits, by user, then currency, for `exchange.read`. */
export const allUnmatured: Reader<Iterable<UserSum>> = ({ credits }) => credits.unmatured.all();

/** All debts, by user, then currency, for `exchange.read`. */
export const allDebts: Reader<Iterable<UserSum>> = ({ credits }) => credits.debts.all();

/**
 * How much of a currency debts and unmatured credits allow to leave, for `exchange.read`. A withdrawal is limited by
 * the balance of its account too.
 */
export function outflowRoom(user: UserId, currency: CurrencyId): Reader<Amount> {
  return (state) => outflowRoomOf(state, user, currency);
}
