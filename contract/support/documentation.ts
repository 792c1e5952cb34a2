import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  type Field,
  named,
  page,
  paging,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { addFeedback, closeFeedback, feedbackInfo, feedbackList, replyToFeedback } from './calls.ts';
import { minFeedbackWords } from './count-words.ts';

const writtenAt = 1767268800000;
const id = ['Id of the feedback.', 311] as const;
const type = ['Its subject.', 'assets'] as const;
const content = ['Plain text; lines end in a line feed.', 'My deposit of today is not in my account yet …'] as const;
const imageUrls = ['/api/common/image?id=5f0c9a1e7b3d48268e1f4a6c0d92b7e3'];
const images: Field<string[]> = ['Up to four images of `common/image_upload`, by their addresses.', imageUrls];

const row = {
  id,
  type,
  title: ['Title, plain text.', 'Deposit is missing'],
  state: ['`open` waits for support, `answered` for its user, `closed` is finished.', 'answered'],
  created_at: ['Time of its first message, epoch milliseconds.', writtenAt],
  changed_at: ['Time of its last message or of its closing, epoch milliseconds.', writtenAt + 3_600_000],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    FeedbackTypeRow: { type, name: ['Its name in the language of the caller.', 'Deposits and withdrawals'] },
    FeedbackRow: row,
    FeedbackMessage: {
      id: ['Id of the message.', 907],
      from: ['`user` or `support`.', 'user'],
      content,
      images: ['Addresses of its images, which only the user can read.', imageUrls],
      created_at: ['Time of the message, epoch milliseconds.', writtenAt],
    },
    Feedback: { ...row, messages: ['Its messages, oldest first.'] },
  }),
  describe(addFeedback.input, {
    type,
    title: row.title,
    content: [`Plain text of at least ${minFeedbackWords} words; lines end in a line feed.`, content[1]],
    images,
  }),
  describe(replyToFeedback.input, { id, content, images }),
  describe(closeFeedback.input, { id }),
  describe(feedbackInfo.input, { id }),
  describe(feedbackList.input, { state: ['Only feedback in this state; default all.', 'open'], ...paging }),
  describe(feedbackList.output, page),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Feedback', calls, {
      feedbackTypeList: { summary: 'The subjects of feedback' },
      addFeedback: {
        summary: 'Send feedback to support',
        says: `The content has at least ${minFeedbackWords} words: each sign of Chinese, Japanese kana and Thai counts as one, and each run of letters or digits of other scripts. A user may have 5 that are not closed, and send 3 an hour.`,
      },
      replyToFeedback: {
        summary: 'Add a message to one’s own feedback',
        says: 'It opens the feedback again, also a closed one.',
      },
      closeFeedback: { summary: 'Close one’s own feedback', says: 'Has no effect on one that is closed.' },
      feedbackList: { summary: 'The user’s own feedback', says: 'The last changed first.' },
      feedbackInfo: { summary: 'One of the user’s own feedback, with its messages' },
    }),
  ],
  objects,
};
