import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { SavingsLock } from './calls.ts';

/** An own deposit was made, matured, or was redeemed. */
export const SavingsMessage = Type.Object({
  type: Type.Literal('SAVINGS_CHANGED'),
  sequence: Sequence,
  lock: SavingsLock,
});
export type SavingsMessage = Static<typeof SavingsMessage>;

export const savingsChannels = {
  SAVINGS_CHANGED: channel(
    'user',
    'login',
    'SAVINGS_CHANGED',
    'An own deposit was made, matured, or was redeemed',
    SavingsMessage,
  ),
} as const;
