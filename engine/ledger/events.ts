import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { choice } from '../declaration/value-type.ts';
import { accountType, amount, audit, count, currency, source, user } from '../declaration/vocabulary.ts';
import { holdKind, movement } from './commands.ts';

const held = { source, n: count, kind: holdKind, user, accountType, currency, amount };

export const ledgerEvents = {
  credited: moneyEvent({ cause: 'credit', id: 'n' }, movement, 'user'),
  debited: moneyEvent({ cause: 'debit', id: 'n' }, movement, 'user'),
  transferred: moneyEvent(
    { cause: 'transfer', id: null },
    { user, currency, amount, from: accountType, to: accountType },
    'user',
  ),
  venue_transferred: moneyEvent(
    { cause: 'venue_transfer', id: 'n' },
    { from: accountType, toUser: user, to: accountType, currency, amount, source, n: count, ...audit },
    'toUser',
  ),
  /** A hold was created under the reference (source, n). */
  held: moneyEvent({ cause: { field: 'kind' }, id: 'n' }, held, 'user'),
  /**
   * A hold was settled: its amount less the fee went to the receiver, which is (venue, external) for a
   * withdrawal, or its own account if the payment did not take place.
   */
  hold_settled: moneyEvent(
    { cause: { field: 'kind' }, id: 'n' },
    { ...held, receiver: user, receiverType: accountType, fee: amount },
    'user',
  ),
  /** A hold was released: its amount is available to its owner again. */
  hold_released: moneyEvent({ cause: { field: 'kind' }, id: 'n' }, held, 'user'),
  /**
   * The command was already executed for this external cause or hold reference; nothing changed and the first outcome
   * holds.
   */
  cause_repeated: event({
    command: choice(
      'credit',
      'debit',
      'release_hold',
      'settle_hold',
      'venue_transfer',
      'hold',
      'credit_deposit',
      'mature_credit',
      'reverse_credit',
      'settle_debt',
      'send',
      'attach_agent',
      'detach_agent',
      'pay_commission',
      'drop_commission',
    ),
    source,
    n: count,
  }),
};
type Of<Type extends keyof typeof ledgerEvents> = EventOf<typeof ledgerEvents, Type>;
export type Credited = Of<'credited'>;
export type Debited = Of<'debited'>;
export type Transferred = Of<'transferred'>;
export type VenueTransferred = Of<'venue_transferred'>;
export type Held = Of<'held'>;
export type HoldSettled = Of<'hold_settled'>;
export type HoldReleased = Of<'hold_released'>;
export type CauseRepeated = Of<'cause_repeated'>;
