import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { SavingsLock } from './calls.ts';

/** One of the user's deposits was made, matured, or was redeemed. */
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
    'One of the user’s deposits was made, matured, or was redeemed',
    SavingsMessage,
  ),
} as const;
