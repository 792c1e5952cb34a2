import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Decimal, Sequence } from '../values.ts';
import { LeverAccount, LeverPosition } from './calls.ts';

/** A position or order of the user changed; `order` is null when only the account did. */
export const LeverTradeMessage = Type.Object({
  type: Type.Literal('LEVER_TRADE'),
  sequence: Sequence,
  order: Type.Union([LeverPosition, Type.Null()]),
  ...LeverAccount.properties,
});
export type LeverTradeMessage = Static<typeof LeverTradeMessage>;

/** A position of the user was closed, or an order revoked. */
export const LeverClosedMessage = Type.Object({
  type: Type.Literal('LEVER_CLOSED'),
  sequence: Sequence,
  order: LeverPosition,
  ...LeverAccount.properties,
});
export type LeverClosedMessage = Static<typeof LeverClosedMessage>;

/** Marks as pairs of market id and price; null while the pair is suspended. The first message has all of them. */
export const MarkMessage = Type.Object({
  type: Type.Literal('MARK'),
  sequence: Sequence,
  snapshot: Type.Boolean(),
  marks: Type.Array(Type.Tuple([Type.Integer(), Type.Union([Decimal, Type.Null()])])),
});
export type MarkMessage = Static<typeof MarkMessage>;

export const leverageChannels = {
  LEVER_TRADE: channel('user', 'login', 'LEVER_TRADE', 'Changes of the user’s leveraged positions', LeverTradeMessage),
  LEVER_CLOSED: channel('user', 'login', 'LEVER_CLOSED', 'Ends of the user’s leveraged positions', LeverClosedMessage),
  MARK: channel('visitor', 'sub', 'MARK', 'Mark prices of the pairs with leverage', MarkMessage),
} as const;
