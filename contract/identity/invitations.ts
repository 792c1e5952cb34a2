import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Empty, IntegerInput, Milliseconds, Page } from '../values.ts';

/**
 * The user's own invitation code. The link to share is `/register?extension_code=` followed by it, on the exchange's
 * address.
 */
export const Invitation = Type.Object({
  invite_code: Type.String(),
  /** Number of users who registered with it. */
  invited: Type.Integer({ minimum: 0 }),
});
export type Invitation = Static<typeof Invitation>;

/** Only agents and their users have one; the codes of others stay valid for registrations. */
export const invitation = readCall({ access: 'user', rate: 'private' }, 'user/invitation', Empty, Invitation, {
  refusals: ['agent_missing'],
});

/** A user who registered with the caller's code. `account` is masked, e.g. `an***@example.com`. */
export const InvitedPerson = Type.Object({ account: Type.String(), created_at: Milliseconds });
export type InvitedPerson = Static<typeof InvitedPerson>;

export const invitedList = readCall(
  { access: 'user', rate: 'private' },
  'user/invited',
  Type.Object({ page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(InvitedPerson),
);
