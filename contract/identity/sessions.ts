import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Empty, Flag, IntegerInput, Milliseconds, Nothing } from '../values.ts';
import { passwordRefusals } from './calls.ts';
import { secondFactorFields, secondFactorRefusals } from './proofs.ts';

/**
 * A live session of the user. `browser` and `system` are derived from the user agent at the login, e.g. `Firefox` and
 * `Windows`, and empty if unknown; `address` is the network address of the login.
 */
export const SessionInfo = Type.Object({
  id: Type.Integer(),
  /** 1 for the session of this call. */
  current: Flag,
  /**
   * 1 if it lasts 30 days from the login; otherwise it ends one day after its last use, at most a week after the login.
   */
  remembered: Flag,
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  /** Derived from the id that the client sent, which is never returned: it replaces the code of a login. */
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
  Empty,
  Type.Array(SessionInfo),
);

export const sessionRevoke = writeCall(
  { access: 'owner', rate: 'private' },
  'user/revoke_session',
  Type.Object({ id: IntegerInput }),
  Nothing,
  { message: 'session_revoked', refusals: ['session_unknown'] },
);

export const sessionRevokeOthers = writeCall(
  { access: 'user', rate: 'private' },
  'user/revoke_other_sessions',
  Empty,
  Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
  { message: 'sessions_revoked' },
);

const Password = Type.String({ maxLength: 128 });

/** Ends all other sessions of the account. */
export const amendPassword = writeCall(
  { access: 'user', rate: 'password' },
  'user/amend_password',
  Type.Object({
    old_password: Password,
    new_password: Password,
    secondary_password: Password,
    ...secondFactorFields,
  }),
  Nothing,
  {
    message: 'password_changed',
    refusals: [
      ...passwordRefusals,
      ...secondFactorRefusals,
      'old_password_wrong',
      'password_unchanged',
      'login_locked',
    ],
  },
);
