import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Empty, IntegerInput, Line, Milliseconds, Nothing, Page, Paragraphs } from '../values.ts';

/** The subjects of feedback, in the order of the page. */
export const feedbackTypes = ['account', 'assets', 'trade', 'fiat', 'agent', 'suggestion', 'complaint'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

/** `open`: waits for staff. `answered`: waits for its user. A message of the user opens it again. */
export const feedbackStates = ['open', 'answered', 'closed'] as const;
export type FeedbackState = (typeof feedbackStates)[number];

/** The limits that the page shows or checks as well. */
export const feedbackLimits = { title: 100, content: 4_000, images: 4 } as const;

const FeedbackType = Type.Enum([...feedbackTypes]);
const FeedbackState = Type.Enum([...feedbackStates]);

/** `name` is in the language of the caller. */
export const FeedbackTypeRow = Type.Object({ type: FeedbackType, name: Type.String() });
export type FeedbackTypeRow = Static<typeof FeedbackTypeRow>;

const row = {
  id: Type.Integer(),
  type: FeedbackType,
  title: Type.String(),
  state: FeedbackState,
  created_at: Milliseconds,
  /** The time of its last message, or of its closing. */
  changed_at: Milliseconds,
};

/** A feedback in the user's list. */
export const FeedbackRow = Type.Object(row);
export type FeedbackRow = Static<typeof FeedbackRow>;

/** A message of the user or of support. */
export const FeedbackMessage = Type.Object({
  id: Type.Integer(),
  from: Type.Enum(['user', 'support']),
  content: Type.String(),
  /** Addresses of the images, which only their owner can read. */
  images: Type.Array(Type.String()),
  created_at: Milliseconds,
});
export type FeedbackMessage = Static<typeof FeedbackMessage>;

/** A feedback with its messages, oldest first. */
export const Feedback = Type.Object({ ...row, messages: Type.Array(FeedbackMessage) });
export type Feedback = Static<typeof Feedback>;

const reading = { access: 'user', rate: 'private' } as const;
const owned = { access: 'owner', rate: 'private' } as const;

const Content = Paragraphs(feedbackLimits.content, 1);
const Images = Type.Optional(Type.Array(Line(120, 1), { maxItems: feedbackLimits.images }));
const Reference = Type.Object({ id: IntegerInput });

export const feedbackTypeList = readCall(
  { access: 'visitor', rate: 'public' },
  'feedback/types',
  Empty,
  Type.Array(FeedbackTypeRow),
);

export const addFeedback = writeCall(
  reading,
  'feedback/add',
  Type.Object({ type: FeedbackType, title: Line(feedbackLimits.title, 1), content: Content, images: Images }),
  Feedback,
  {
    message: 'feedback_sent',
    refusals: ['feedback_too_short', 'feedback_limit', 'feedback_too_often', 'image_unknown'],
  },
);

/** Adds a message of the user, which opens the feedback again. */
export const replyToFeedback = writeCall(
  owned,
  'feedback/reply',
  Type.Object({ id: IntegerInput, content: Content, images: Images }),
  Feedback,
  {
    message: 'feedback_sent',
    refusals: ['feedback_unknown', 'feedback_limit', 'feedback_full', 'image_unknown'],
  },
);

export const closeFeedback = writeCall(owned, 'feedback/close', Reference, Nothing, {
  message: 'feedback_closed',
  refusals: ['feedback_unknown'],
});

export const feedbackList = readCall(
  reading,
  'feedback/list',
  Type.Object({
    state: Type.Optional(FeedbackState),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(FeedbackRow),
);

export const feedbackInfo = readCall(owned, 'feedback/info', Reference, Feedback, { refusals: ['feedback_unknown'] });
