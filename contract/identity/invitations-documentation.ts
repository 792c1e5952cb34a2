import { chapter, type Description, describe, named, page, paging } from '../documentation/declare.ts';
import * as invitations from './invitations.ts';
import { invitedList } from './invitations.ts';

export const invitationObjects: readonly Description[] = [
  ...named(invitations, {
    Invitation: {
      invite_code: [
        'The user’s own code. The link to share is `/register?extension_code=` followed by it.',
        'K7Q2M9XA',
      ],
      invited: ['Number of users who registered with it.', 1],
    },
    InvitedPerson: {
      account: ['E-mail address or phone number of the account, masked.', 'be***@example.com'],
      created_at: ['Time of the registration, epoch milliseconds.', 1767225600000],
    },
  }),
  describe(invitedList.input, paging),
  describe(invitedList.output, page),
];

export const invitationChapter = chapter('Invitations', invitations, {
  invitation: {
    summary: 'The user’s own invitation code',
    says: 'Agents and users who have one share it: people who register with it join the agent.',
  },
  invitedList: { summary: 'Users who registered with the user’s own code, newest first' },
});
