import { cause, decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, nullable, tuple } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { accountType, amount, count, currency, source, user } from '../declaration/vocabulary.ts';

/**
 * The purpose of a hold decides who can be paid from it: the outside world by a withdrawal, another person by an
 * escrow.
 */
export const holdKind = choice('withdrawal', 'escrow');
export type HoldKind = ValueOf<typeof holdKind>;

const holdReceiver = tuple({ user, accountType });
export type HoldReceiver = ValueOf<typeof holdReceiver>;

/** Money of one account, and `(source, n)`, the cause outside. */
export const movement = { user, accountType, currency, amount, source, n: count };

export const ledgerCommands = {
  /**
   * Money enters from the outside world into a user's account, against `external`. `(source, n)` names the outside
   * cause: the same pair again is a no-op that answers as before. `n` is dense per source, from 1.
   */
  credit: cause({ priority: 'placement', fields: movement }),
  /**
   * Money leaves the available balance of a user's account for the outside world. `(source, n)` names the outside cause
   * as in a credit, and is counted apart from those of credits.
   */
  debit: cause({ priority: 'placement', fields: movement }),
  /** Moves available money between two of the user's own accounts of one currency. */
  transfer: request({ priority: 'placement', fields: { currency, amount, from: accountType, to: accountType } }),
  /**
   * Moves the venue's own money: from one of its accounts to another, or to a person. Nothing moves from a person to
   * the venue this way. `external` may be either side while the other is the venue's: capital that comes and goes.
   * `toUser` is 0 for the venue itself. `(source, n)` as in a credit.
   */
  venue_transfer: decision(
    { from: accountType, toUser: user, to: accountType, currency, amount, source, n: count },
    {
      name: 'venue',
      layout: ['from', 'toUser', 'to', 'currency', 'amount', ['operator', 'cause'], 'source', 'n'],
    },
  ),
  /**
   * Locks available money of a user's account until the hold is settled or released, whole and once. `(source, n)` is
   * the hold's reference for its whole life and after: the same again is a no-op.
   */
  hold: cause({ priority: 'placement', fields: { kind: holdKind, ...movement } }),
  /**
   * Pays out a hold: `fee` of it, less than all, to `fees`, the rest to the receiver. A withdrawal's receiver is the
   * outside world: null.
   */
  settle_hold: cause({
    priority: 'leaving',
    fields: { source, n: count, receiver: nullable(holdReceiver), fee: amount },
    journal: { name: 'settle' },
  }),
  /** Gives a hold back to the user it was taken from. */
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
