import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { Sequence } from '../values.ts';
import { LegalMessage } from './chat.ts';
import { LegalOrderState } from './orders.ts';

/** An order of the user was opened, or its state or one of its times has changed. Its details follow from a read. */
export const LegalOrderMessage = Type.Object({
  type: Type.Literal('LEGAL_ORDER'),
  sequence: Sequence,
  order: LegalOrderState,
});
export type LegalOrderMessage = Static<typeof LegalOrderMessage>;

/**
 * A new message in the chat of an order. It follows from no command, so it has no sequence and is not sent again after
 * a broken connection: clients that reconnect read `legal/messages`, where `i` identifies it.
 */
export const LegalChatMessage = Type.Object({
  type: Type.Literal('LEGAL_CHAT'),
  order_id: Type.Integer(),
  ...LegalMessage.properties,
});
export type LegalChatMessage = Static<typeof LegalChatMessage>;

export const p2pChannels = {
  LEGAL_ORDER: channel('user', 'login', 'LEGAL_ORDER', 'Changes of the user’s peer-to-peer orders', LegalOrderMessage),
  LEGAL_CHAT: channel('user', 'login', 'LEGAL_CHAT', 'New messages in chats of the user’s orders', LegalChatMessage),
} as const;
