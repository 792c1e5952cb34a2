import { Invitation, invitation, invitedList, InvitedPerson } from '../rest/invitations.ts';
import { type Description, describe, noted, page, paging } from './field.ts';

export const invitationDescriptions: readonly Description[] = [
  describe(
    Invitation,
    {
      invite_code: ['One’s own code. The link to give away is `/register?extension_code=` with it.', 'K7Q2M9XA'],
      invited: ['How many people have registered with it.', 1],
    },
    'Invitation',
  ),
  describe(invitedList.input, paging),
  describe(invitedList.output, page),
  describe(
    InvitedPerson,
    {
      account: ['What the account goes by, masked.', 'be***@example.com'],
      created_at: ['Time of the registration, epoch milliseconds.', 1767225600000],
    },
    'InvitedPerson',
  ),
];

export const invitationCalls = [noted(invitation, { refusals: [] }), noted(invitedList, { refusals: [] })];
