import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Empty, Flag, IntegerInput, Milliseconds, Nothing } from '../values.ts';

/**
 * A live session of one's own. `browser` and `system` are what the client called itself at the login, e.g. `Firefox` and `Windows`, empty when it
 * said nothing that is known; `address` is the network address that it came from.
 */
export const SessionInfo = Type.Object({
  id: Type.Integer(),
  /** 1 for the session of this call. */
  current: Flag,
  /** 1 when it lasts 30 days from the login; otherwise it ends a day after its last use, and a week after the login at the latest. */
  remembered: Flag,
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  device_id: Type.String(),
  address: Type.String(),
  created_at: Milliseconds,
  last_used_at: Milliseconds,
  expires_at: Milliseconds,
});
export type SessionInfo = Static<typeof SessionInfo>;

export const sessionList = readCall(
  { access: 'user', rate: 'private' },
  'user/sessions',
  'One’s own live sessions, this one first, then by last use',
  Empty,
  Type.Array(SessionInfo),
);

export const sessionRevoke = writeCall(
  { access: 'owner', rate: 'private' },
  'user/revoke_session',
  'End one of one’s own sessions',
  Type.Object({ id: IntegerInput }),
  Nothing,
);

export const sessionRevokeOthers = writeCall(
  { access: 'user', rate: 'private' },
  'user/revoke_other_sessions',
  'End all of one’s own sessions but this one',
  Empty,
  Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
);

const Password = Type.String({ maxLength: 128 });

/** Ends all other sessions of the account. */
export const amendPassword = writeCall(
  { access: 'user', rate: 'password' },
  'user/amend_password',
  'Change the login password',
  Type.Object({ old_password: Password, new_password: Password, secondary_password: Password }),
  Nothing,
);
