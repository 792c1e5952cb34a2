import { cause, decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { flag, nullable } from '../declaration/value-type.ts';
import { accountType, amount, count, currency, source, user } from '../declaration/vocabulary.ts';
import { movement } from '../ledger/commands.ts';

export const creditCommands = {
  /**
   * Credits a deposit to a user's account, against `external`. An unmatured credit can be traded, but its worth cannot
   * leave the exchange until `mature_credit`. It first pays the user's debt in its currency. `(source, n)` identifies
   * the deposit as in a credit, but is counted separately.
   */
  credit_deposit: cause({ priority: 'placement', fields: { ...movement, matured: flag } }),
  /**
   * Credits a deposit that a card paid. The payer of a card can demand the money back for a while, so the credit
   * matures `matureMs` after this command, and not before `mature_credit` either. With 0, and in everything else, it is
   * as an unmatured `credit_deposit`, which counts `(source, n)` together with it.
   */
  credit_card_deposit: cause({ priority: 'placement', fields: { ...movement, matureMs: count } }),
  /**
   * The deposit is final. A credit that has matured already does not change, and one with a time to wait for matures
   * then.
   */
  mature_credit: cause({ priority: 'leaving', fields: { source, n: count } }),
  /**
   * Takes a credited deposit back, once, because its transaction no longer exists: from the available balance of the
   * account, then from the user's other accounts in the order of their types. The rest becomes a debt. The fields
   * repeat those of the credit, because the exchange remembers the terms of unmatured credits only.
   */
  reverse_credit: cause({ priority: 'leaving', fields: movement }),
  /**
   * Pays an amount of a user's debt from an account in its currency; null means all that the account has available, at
   * most the debt. Unlike other commands that reduce risk, it needs a place for its request key: a payment of a part,
   * carried out a second time, would pay twice as much.
   */
  repay_debt: request({ priority: 'placement', fields: { accountType, currency, amount: nullable(amount) } }),
  /** Pays a user's debt from the venue's insurance or treasury. `(source, n)` as in a credit. */
  settle_debt: decision({ user, from: accountType, currency, amount, source, n: count }),
};
type Of<Type extends keyof typeof creditCommands> = CommandOf<typeof creditCommands, Type>;
export type CreditDeposit = Of<'credit_deposit'>;
export type CreditCardDeposit = Of<'credit_card_deposit'>;
export type MatureCredit = Of<'mature_credit'>;
export type ReverseCredit = Of<'reverse_credit'>;
export type RepayDebt = Of<'repay_debt'>;
export type SettleDebt = Of<'settle_debt'>;
