import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Empty, IntegerInput, Milliseconds, Page } from '../values.ts';

/**
 * One’s own invitation code. The link to give away is `/register?extension_code=` with it, on the venue’s own address.
 */
export const Invitation = Type.Object({
  invite_code: Type.String(),
  /** How many people have registered with it. */
  invited: Type.Integer({ minimum: 0 }),
});
export type Invitation = Static<typeof Invitation>;

export const invitation = readCall({ access: 'user', rate: 'private' }, 'user/invitation', Empty, Invitation);

/** Somebody who registered with one’s own code. `account` is masked, e.g. `an***@example.com`. */
export const InvitedPerson = Type.Object({ account: Type.String(), created_at: Milliseconds });
export type InvitedPerson = Static<typeof InvitedPerson>;

export const invitedList = readCall(
  { access: 'user', rate: 'private' },
  'user/invited',
  Type.Object({ page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(InvitedPerson),
);
