import { cause, decision, replayed, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, nullable, tuple } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { accountType, amount, count, currency, source, user } from '../declaration/vocabulary.ts';

/**
 * The purpose of a hold, which decides where it can be paid: a withdrawal leaves the exchange, an escrow or the bond
 * of a merchant goes to another user.
 */
export const holdKind = choice('withdrawal', 'escrow', 'bond');
export type HoldKind = ValueOf<typeof holdKind>;

const holdReceiver = tuple({ user, accountType });
export type HoldReceiver = ValueOf<typeof holdReceiver>;

/** An amount of one account, and the external cause `(source, n)`. */
export const movement = { user, accountType, currency, amount, source, n: count };

export const ledgerCommands = {
  /**
   * Credits a user's account from outside, against `external`. `(source, n)` identifies the external cause: repeating
   * it changes nothing and returns the same outcome. `n` is consecutive per source, from 1.
   */
  credit: cause({ priority: 'placement', fields: movement }),
  /**
   * Debited the available balance of a user's account to the outside. `(source, n)` identified the external cause as in
   * a credit, but was counted separately from credits.
   */
  debit: replayed(movement),
  /** Moves available money between two accounts of the same user in one currency. */
  transfer: request({ priority: 'placement', fields: { currency, amount, from: accountType, to: accountType } }),
  /**
   * Moves the venue's money between its accounts or to a user, never from a user. `external` may be one side if the
   * other side is the venue's, for capital paid in or out. `toUser` is 0 for the venue. `(source, n)` as in a credit.
   */
  venue_transfer: decision(
    { from: accountType, toUser: user, to: accountType, currency, amount, source, n: count },
    {
      name: 'venue',
      layout: ['from', 'toUser', 'to', 'currency', 'amount', ['operator', 'cause'], 'source', 'n'],
    },
  ),
  /**
   * Locks available money of a user's account until the whole hold is settled or released, once. `(source, n)`
   * identifies the hold permanently: repeating it changes nothing.
   */
  hold: cause({ priority: 'placement', fields: { kind: holdKind, ...movement } }),
  /**
   * Pays out a hold: `fee`, which is less than the amount, goes to `fees` and the rest to the receiver. The receiver of
   * a withdrawal is null, the money leaves the exchange, or its own account: the payment did not take place, and only
   * its fee is kept.
   */
  settle_hold: cause({
    priority: 'leaving',
    fields: { source, n: count, receiver: nullable(holdReceiver), fee: amount },
    journal: { name: 'settle' },
  }),
  /** Returns a hold to its owner. */
  release_hold: cause({ priority: 'leaving', fields: { source, n: count }, journal: { name: 'release' } }),
};
type Of<Type extends keyof typeof ledgerCommands> = CommandOf<typeof ledgerCommands, Type>;
export type Credit = Of<'credit'>;
export type Debit = Of<'debit'>;
export type Transfer = Of<'transfer'>;
export type VenueTransfer = Of<'venue_transfer'>;
export type Hold = Of<'hold'>;
export type SettleHold = Of<'settle_hold'>;
export type ReleaseHold = Of<'release_hold'>;
