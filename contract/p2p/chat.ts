import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { ImageReference } from '../images/index.ts';
import { Empty, Flag, IntegerInput, Milliseconds, Nothing } from '../values.ts';
import { LegalRating, LegalTrader, OrNull } from './hall.ts';
import { p2pLimits } from './limits.ts';
import { reportReasons } from './reasons.ts';
import { Words } from './words.ts';

/** The lines that the exchange writes into a chat; each has a text in the language of the reader. */
export const chatEvents = [
  'opened',
  'paid',
  'cancelled',
  'timed_out',
  'frozen',
  'cancel_asked',
  'delayed',
  'released',
  'auto_released',
  'refunded',
  'appealed',
  'abnormal',
  'held',
  'silent',
  'evidence',
  'withdrawn',
  'decided_release',
  'decided_refund',
  'late',
  'reopened',
] as const;
export type ChatEvent = (typeof chatEvents)[number];

/** The dangers of a message: another messenger, a request to release, a link. */
export const chatWarnings = ['messenger', 'release', 'link'] as const;
export type ChatWarning = (typeof chatWarnings)[number];

/** A message of the chat of an order. `i` counts its messages from 1. */
export const LegalMessage = Type.Object({
  i: Type.Integer({ minimum: 1 }),
  from: Type.Enum(['me', 'other', 'support', 'exchange']),
  /** Empty for images and for lines of the exchange. */
  text: Type.String(),
  /** The address of an image, which only the two sides can read. */
  image: OrNull(Type.String()),
  /** The key of a line of the exchange. */
  event: OrNull(Type.Enum([...chatEvents])),
  warnings: Type.Array(Type.Enum([...chatWarnings])),
  created_at: Milliseconds,
});
export type LegalMessage = Static<typeof LegalMessage>;

/** Messages of a chat, the oldest first, and its last number. */
export const LegalChat = Type.Object({
  last: Type.Integer({ minimum: 0 }),
  /** Until when it is open; null while the order is. */
  open_until: OrNull(Milliseconds),
  data: Type.Array(LegalMessage),
});
export type LegalChat = Static<typeof LegalChat>;

/** A trader whom the caller has blocked. */
export const LegalBlock = Type.Object({ trader: LegalTrader, created_at: Milliseconds });
export type LegalBlock = Static<typeof LegalBlock>;

const reading = { access: 'user', rate: 'private' } as const;
const owned = { access: 'owner', rate: 'private' } as const;
const Reference = Type.Object({ id: IntegerInput });

/** At most 100 messages after number `after`. Reading them marks them as read. */
export const legalMessages = readCall(
  owned,
  'legal/messages',
  Type.Object({ ...Reference.properties, after: Type.Optional(IntegerInput) }),
  LegalChat,
  { refusals: ['escrow_unknown'] },
);

/** Sends a text or an image, not both. */
export const legalSay = writeCall(
  owned,
  'legal/say',
  Type.Object({
    ...Reference.properties,
    text: Type.Optional(Words(p2pLimits.message, 1)),
    image: Type.Optional(ImageReference),
  }),
  LegalMessage,
  {
    refusals: [
      'escrow_unknown',
      'chat_closed',
      'chat_empty',
      'chat_too_often',
      'chat_full',
      'chat_images_full',
      'image_unknown',
    ],
  },
);

/** Rates the other side of an order that has ended. */
export const legalRate = writeCall(
  owned,
  'legal/rate',
  Type.Object({ ...Reference.properties, good: Flag, text: Type.Optional(Words(p2pLimits.rating)) }),
  LegalRating,
  { message: 'p2p_rated', refusals: ['escrow_unknown', 'escrow_state', 'rating_exists', 'rating_closed'] },
);

/** Blocks a trader by the id of the user: neither sees the ads of the other any longer. */
export const legalBlock = writeCall(reading, 'legal/block', Reference, Nothing, {
  message: 'p2p_blocked',
  refusals: ['user_unknown', 'blocks_full'],
});

export const legalUnblock = writeCall(reading, 'legal/unblock', Reference, Nothing, {
  message: 'p2p_unblocked',
  refusals: ['user_unknown'],
});

export const legalBlocks = readCall(reading, 'legal/blocks', Empty, Type.Array(LegalBlock));

/** Reports an ad or a trader to the exchange. */
export const legalReport = writeCall(
  reading,
  'legal/report',
  Type.Object({
    subject: Type.Enum(['ad', 'trader']),
    ...Reference.properties,
    reason: Type.Enum([...reportReasons]),
    content: Type.Optional(Words(p2pLimits.report)),
  }),
  Nothing,
  { message: 'p2p_reported', refusals: ['ad_unknown', 'user_unknown', 'report_exists'] },
);
