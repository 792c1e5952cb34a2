import { type CapabilityDocumentation, describe, sequence } from '../documentation/declare.ts';
import { hallChapter, hallObjects } from './hall-documentation.ts';
import { chatChapter, messageFields, orderChapter, orderId, orderObjects } from './orders-documentation.ts';
import { shopChapter, shopObjects } from './shop-documentation.ts';
import { LegalChatMessage, LegalOrderMessage, type p2pChannels } from './socket.ts';

const channels = {
  LEGAL_ORDER: 'Sent to both sides. Call `legal/order` or `shop/order` for the rest of the order.',
  LEGAL_CHAT: 'Sent to the other side, and to the other clients of the author.',
} satisfies Record<keyof typeof p2pChannels, string>;

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'legal/merchant id': 'a user',
    'legal/block id': 'a user',
    'legal/unblock id': 'a user',
    'legal/report id': 'an ad or a user',
  },
  chapters: [hallChapter, orderChapter, chatChapter, shopChapter],
  channels,
  objects: [
    ...hallObjects,
    ...orderObjects,
    ...shopObjects,
    describe(LegalOrderMessage, {
      type: ['Always `LEGAL_ORDER`.', 'LEGAL_ORDER'],
      sequence,
      order: ['The state of the order as of this sequence.'],
    }),
    describe(LegalChatMessage, {
      type: ['Always `LEGAL_CHAT`.', 'LEGAL_CHAT'],
      order_id: orderId,
      ...messageFields,
    }),
  ],
};
