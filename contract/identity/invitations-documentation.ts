import { chapter, type Description, describe, named, page, paging } from '../documentation/declare.ts';
import * as invitations from './invitations.ts';
import { invitedList } from './invitations.ts';

export const invitationObjects: readonly Description[] = [
  ...named(invitations, {
    Invitation: {
      invite_code: ['One’s own code. The link to give away is `/register?extension_code=` with it.', 'K7Q2M9XA'],
      invited: ['How many people have registered with it.', 1],
    },
    InvitedPerson: {
      account: ['What the account goes by, masked.', 'be***@example.com'],
      created_at: ['Time of the registration, epoch milliseconds.', 1767225600000],
    },
  }),
  describe(invitedList.input, paging),
  describe(invitedList.output, page),
];

export const invitationChapter = chapter('Invitations', invitations, {
  invitation: { summary: 'One’s own invitation code' },
  invitedList: { summary: 'Who registered with one’s own code, newest first' },
});
