import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { MicroOrder } from './calls.ts';

/** A contract of the user was bought or struck. */
export const MicroChangedMessage = Type.Object({
  type: Type.Literal('MICRO_CHANGED'),
  sequence: Sequence,
  order: MicroOrder,
});
export type MicroChangedMessage = Static<typeof MicroChangedMessage>;

/** A contract of the user has ended. */
export const MicroClosedMessage = Type.Object({
  type: Type.Literal('MICRO_CLOSED'),
  sequence: Sequence,
  order: MicroOrder,
});
export type MicroClosedMessage = Static<typeof MicroClosedMessage>;

export const secondsChannels = {
  MICRO_CHANGED: channel(
    'user',
    'login',
    'MICRO_CHANGED',
    'Purchases and strikes of the user’s seconds contracts',
    MicroChangedMessage,
  ),
  MICRO_CLOSED: channel('user', 'login', 'MICRO_CLOSED', 'Ends of the user’s seconds contracts', MicroClosedMessage),
} as const;
