import { Type, type Static } from 'typebox';
import { operatorRoles } from '../policy.ts';
import { Line, Milliseconds, Nothing } from '../values.ts';
import { consoleEntry, consoleRead } from './declare.ts';

/** Requests that a page repeats by itself carry this header and do not renew the idle time of the session. */
export const consoleBackgroundHeader = { name: 'x-console-background', value: '1' } as const;

/** The length of staff passwords, in characters. */
export const staffPasswordLength = { min: 12, max: 128 } as const;

/** A one-time password of the authenticator app. */
const OneTimeCode = Type.String({ pattern: '^[0-9]{6}$' });

/** A one-time password or a recovery code. */
const SecondFactor = Line(40, 6);

const Password = Type.String({ minLength: 1, maxLength: staffPasswordLength.max });
const NewPassword = Type.String({ minLength: staffPasswordLength.min, maxLength: staffPasswordLength.max });

/** The token of an invitation; it is the fragment of its link, which no log contains. */
const InvitationToken = Line(200, 1);

/** The session of the caller, with the figures that the frame of the page shows. */
export const ConsoleSession = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  email: Type.String(),
  roles: Type.Array(Type.Enum(operatorRoles)),
  mode: Type.Enum(['demo', 'live'] as const),
  /** Whether marked actions wait for a second person. */
  four_eyes: Type.Boolean(),
  /** The server's time. */
  now: Milliseconds,
  /** When the session ends without a further request. */
  idle_until: Milliseconds,
  /** When the session ends in any case. */
  ends_at: Milliseconds,
  /** Until when no one-time password is needed; null before the first one. */
  step_up_until: Type.Union([Milliseconds, Type.Null()]),
  /** The head of the audit chain; null while it is empty. */
  audit: Type.Union([Type.Object({ id: Type.Integer(), hash: Type.String(), at: Milliseconds }), Type.Null()]),
  /** The number of approvals that the caller may vote on. */
  waiting: Type.Integer({ minimum: 0 }),
});
export type ConsoleSession = Static<typeof ConsoleSession>;

export const sessionCalls = {
  session: consoleRead({ audience: 'staff', path: 'session', output: ConsoleSession }),
  login: consoleEntry({
    path: 'login',
    input: { email: Line(254, 3), password: Password, code: SecondFactor },
    output: Nothing,
    refusals: { login_failed: [], code_malformed: [] },
  }),
  logout: consoleEntry({ audience: 'staff', path: 'logout', output: Nothing }),
  stepUp: consoleEntry({
    audience: 'staff',
    path: 'step-up',
    input: { code: OneTimeCode },
    output: Type.Object({ step_up_until: Milliseconds }),
    refusals: { code_invalid: [] },
  }),
  enrolment: consoleEntry({
    path: 'enrolment',
    input: { token: InvitationToken },
    /** `uri` is the `otpauth:` address for the authenticator app; it stays the same until the link is used. */
    output: Type.Object({ name: Type.String(), email: Type.String(), uri: Type.String() }),
    refusals: { invitation_invalid: [] },
  }),
  enrol: consoleEntry({
    path: 'enrol',
    /** The two codes are successive, which proves that the clocks agree. */
    input: { token: InvitationToken, password: NewPassword, first_code: OneTimeCode, second_code: OneTimeCode },
    output: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
    refusals: { invitation_invalid: [], code_invalid: [], password_weak: [] },
  }),
} as const;
