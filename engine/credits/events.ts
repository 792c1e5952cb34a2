import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice, flag } from '../declaration/value-type.ts';
import { accountType, amount, audit, count, currency, source, user } from '../declaration/vocabulary.ts';
import { movement } from '../ledger/commands.ts';

export const creditEvents = {
  /**
   * A `credit_matured` follows if the credit is matured, and a `debt_repaid` if the user had a debt in the currency.
   */
  deposit_credited: moneyEvent({ cause: 'deposit', id: 'n' }, { ...movement, matured: flag }, 'user'),
  credit_matured: event(movement, 'user'),
  /** The credit of the same command does not mature before this time. */
  credit_timed: event({ ...movement, untilMs: count }, 'user'),
  /** The deposit is final, and its credit matures at this time. */
  credit_confirmed: event({ ...movement, untilMs: count }, 'user'),
  /** The time of a credit has come, and its deposit is not final: it waits for that alone. */
  credit_time_ended: event(movement, 'user'),
  /** `taken` was taken from the user's accounts; `debt` is the rest of the amount. */
  credit_reversed: moneyEvent(
    { cause: 'deposit_reversal', id: 'n' },
    { ...movement, taken: amount, debt: amount },
    'user',
  ),
  /** A credit or the user paid a debt or a part of it; `left` is the rest. */
  debt_repaid: moneyEvent(
    { cause: 'debt_repayment', id: null },
    { user, accountType, currency, amount, left: amount, by: choice('credit', 'user') },
    'user',
  ),
  /** The venue paid a user's debt or a part of it; `left` is the rest. */
  debt_settled: moneyEvent(
    { cause: 'debt_settlement', id: 'n' },
    { user, from: accountType, currency, amount, left: amount, source, n: count, ...audit },
    'user',
  ),
};
type Of<Type extends keyof typeof creditEvents> = EventOf<typeof creditEvents, Type>;
export type DepositCredited = Of<'deposit_credited'>;
export type CreditConfirmed = Of<'credit_confirmed'>;
export type CreditMatured = Of<'credit_matured'>;
export type CreditReversed = Of<'credit_reversed'>;
export type CreditTimed = Of<'credit_timed'>;
export type CreditTimeEnded = Of<'credit_time_ended'>;
export type DebtRepaid = Of<'debt_repaid'>;
export type DebtSettled = Of<'debt_settled'>;
