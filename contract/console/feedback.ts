import { Type, type Static } from 'typebox';
import { feedbackLimits, feedbackStates, feedbackTypes } from '../support/index.ts';
import { IntegerInput, Milliseconds, Nothing, Paragraphs } from '../values.ts';
import { consoleList, consoleLook, consoleRead, consoleWrite } from './declare.ts';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Version = Type.Integer({ minimum: 1 });
const State = Type.Enum([...feedbackStates]);
const FeedbackType = Type.Enum([...feedbackTypes]);

const row = {
  id: Id,
  user_id: Id,
  type: FeedbackType,
  title: Type.String(),
  state: State,
  version: Version,
  created_at: Milliseconds,
  changed_at: Milliseconds,
  /** Since when its user waits for an answer; null unless it is open. */
  waiting_since: Type.Union([Milliseconds, Type.Null()]),
  /** The member of staff who works on it. */
  taken_by: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String(), until: Milliseconds }), Type.Null()]),
};

/** A feedback in the inbox. */
export const FeedbackInboxRow = Type.Object(row);
export type FeedbackInboxRow = Static<typeof FeedbackInboxRow>;

/** A feedback with its messages, oldest first. */
export const FeedbackThread = Type.Object({
  ...row,
  messages: Type.Array(
    Type.Object({
      id: Id,
      /** The name of the member of staff; null for a message of the user. */
      staff: Type.Union([Type.String(), Type.Null()]),
      content: Type.String(),
      /** The number of its images. */
      images: Type.Integer({ minimum: 0 }),
      created_at: Milliseconds,
    }),
  ),
});
export type FeedbackThread = Static<typeof FeedbackThread>;

const reference = { id: Id, version: Version };
const concerns = { kind: 'feedback', field: 'id' } as const;
const unknown = { feedback_unknown: [] } as const;

export const feedbackCalls = {
  /** Open feedback first, the longest waiting first; then the rest, the last changed first. */
  feedbackInbox: consoleList({
    audience: ['support'],
    path: 'feedback',
    input: {
      state: Type.Optional(State),
      type: Type.Optional(FeedbackType),
      user: Type.Optional(IntegerInput),
    },
    row: FeedbackInboxRow,
  }),
  feedbackThread: consoleRead({
    audience: ['support'],
    path: 'feedback/one',
    concerns,
    input: { id: IntegerInput },
    output: FeedbackThread,
    refusals: unknown,
  }),
  /** One image of a message, as base64 of a JPEG; `image` counts from 0. */
  feedbackImage: consoleLook({
    audience: ['support'],
    path: 'feedback/image',
    concerns,
    input: { id: Id, message: Id, image: Type.Integer({ minimum: 0, maximum: feedbackLimits.images - 1 }) },
    output: Type.Object({ jpeg: Type.String() }),
    refusals: { ...unknown, image_gone: [] },
  }),
  /** Reserves a feedback for 15 minutes. */
  takeFeedback: consoleWrite({
    audience: ['support'],
    path: 'feedback/take',
    concerns,
    input: reference,
    output: Type.Object({ version: Version }),
    refusals: { ...unknown, feedback_taken: ['name'], feedback_not_open: [] },
  }),
  /** Sends an answer to the user, who is notified by mail. */
  answerFeedback: consoleWrite({
    audience: ['support'],
    path: 'feedback/answer',
    concerns,
    input: { ...reference, content: Paragraphs(feedbackLimits.content, 1) },
    output: Type.Object({ version: Version }),
    refusals: { ...unknown, feedback_taken: ['name'], feedback_is_closed: [], feedback_full: [] },
  }),
  closeFeedbackOfUser: consoleWrite({
    audience: ['support'],
    path: 'feedback/close',
    concerns,
    input: reference,
    output: Nothing,
    refusals: { ...unknown, feedback_taken: ['name'], feedback_is_closed: [] },
  }),
} as const;
