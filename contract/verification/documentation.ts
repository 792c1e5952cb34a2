import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { submitRealName } from './calls.ts';

const front = '/api/common/image?id=5f0c9a1e7b3d48268e1f4a6c0d92b7e3';
const reverse = '/api/common/image?id=0b7d64f1c29e4a3f8d15e6072a9c48b1';

const objects: readonly Description[] = [
  ...named(calls, {
    RealName: {
      id: ['Id of the submission; 0 if there is none.', 1],
      name: ['The name as submitted.', 'Ann Example'],
      card_id: ['Number of the document, masked.', 'L01••••••4'],
      front_pic: ['Address of the image of the front; empty if it was deleted.', front],
      reverse_pic: ['Address of the image of the back, likewise.', reverse],
      review_status: ['0 nothing submitted or rejected, 1 under review, 2 approved.', 1],
      reason: ['Why it was rejected, in the language of the caller; else empty.', ''],
      submitted_at: ['Time of the submission, epoch milliseconds; null if there is none.', 1767225600000],
      remind_from: ['Time from which a reminder is possible while it is under review; else null.', 1767225600000],
      automatic: ['1 if the exchange decides without looking at the documents, as a demo does.', 0],
    },
  }),
  describe(submitRealName.input, {
    id: ['Id of the own submission, to submit again or to remind; absent for the first submission.'],
    name: ['Name as in the document, in one script.', 'Ann Example'],
    card_id: ['Number of the document: 5 to 30 letters and digits.', 'L01X00T474'],
    front_pic: ['Address of the image of the front, from `common/image_upload`.', front],
    reverse_pic: ['Address of the image of the back.', reverse],
    pay_password: ['The trade password; with the first submission only.', 'Vx7qmd3k'],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Identity', calls, {
      realNameCenter: { summary: 'State of the identity verification' },
      submitRealName: {
        summary: 'Submit documents, submit them again after a rejection, or remind',
        says: 'The first submission has all fields but `id`, and creates the trade password. After a rejection `id` and the changed fields submit again. While documents are under review `id` alone is a reminder, once a day.',
      },
    }),
  ],
  objects,
};
