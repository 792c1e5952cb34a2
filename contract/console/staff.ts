import { Type, type Static } from 'typebox';
import { operatorRoles } from '../policy.ts';
import { Line, Milliseconds } from '../values.ts';
import { consoleFourEyes, consoleList, consoleWrite } from './declare.ts';

const StaffId = Type.Integer({ minimum: 1, maximum: 999 });
const UserId = Type.Integer({ minimum: 1, maximum: 2 ** 30 - 1 });
const Roles = Type.Array(Type.Enum(operatorRoles), { maxItems: operatorRoles.length, uniqueItems: true });
const Optional = Type.Union([Milliseconds, Type.Null()]);

/** A member of staff as administrators see them; times are epoch milliseconds. */
export const StaffRow = Type.Object({
  id: StaffId,
  name: Type.String(),
  email: Type.String(),
  /** `invited` members have not enrolled, or have to do it again after a reset. */
  state: Type.Enum(['invited', 'active', 'disabled'] as const),
  roles: Roles,
  /** Their own account as a user; null if they have none. They are refused every call about it. */
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  /** False until the account was stated; a live exchange refuses such members every call about a user. */
  user_declared: Type.Boolean(),
  /** Changes with each action of an administrator. */
  version: Type.Integer(),
  created_at: Milliseconds,
  enrolled_at: Optional,
  last_login_at: Optional,
  /** The end of a lock after failed logins; null if there is none. */
  locked_until: Optional,
  /** When the link of the last invitation expires; null if it was used. */
  invitation_until: Optional,
  factors: Type.Array(
    Type.Object({ kind: Type.Enum(['totp'] as const), created_at: Milliseconds, last_used_at: Optional }),
  ),
  /** The number of unused recovery codes. */
  recovery_codes: Type.Integer(),
  session: Type.Union([
    Type.Object({ network: Type.String(), started_at: Milliseconds, last_seen_at: Milliseconds }),
    Type.Null(),
  ]),
});
export type StaffRow = Static<typeof StaffRow>;

const Changed = Type.Object({ staff: StaffId });
const target = { staff: StaffId, version: Type.Integer({ minimum: 1 }) };

/** Staff and their roles. Once there are two administrators, actions with four eyes need a second person. */
export const staffCalls = {
  staff: consoleList({ audience: ['admin'], path: 'staff', row: StaffRow }),
  /** Mails a link for one use within 30 minutes. */
  inviteStaff: consoleFourEyes({
    audience: ['admin'],
    path: 'staff/invite',
    input: {
      email: Type.String({ maxLength: 254, pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$' }),
      name: Line(80, 1),
      roles: Roles,
      /** The account that the person has as a user; null for none. */
      user_id: Type.Union([UserId, Type.Null()]),
    },
    output: Changed,
    refusals: { staff_exists: [], staff_full: [], user_unknown: ['user'] },
  }),
  /** Ends the session of the member. No one raises their own roles without a second person. */
  setStaffRoles: consoleFourEyes({
    audience: ['admin'],
    path: 'staff/roles',
    input: { ...target, roles: Roles },
    output: Changed,
    refusals: { last_admin: [], own_roles: [] },
  }),
  /** States the account that the member has as a user; null for none. No one changes their own alone. */
  linkStaff: consoleFourEyes({
    audience: ['admin'],
    path: 'staff/link',
    input: { ...target, user_id: Type.Union([UserId, Type.Null()]) },
    output: Changed,
    refusals: { user_unknown: ['user'], own_link: [] },
  }),
  /** Takes password, authenticator app, recovery codes and session away and mails a new invitation. */
  resetStaff: consoleFourEyes({
    audience: ['admin'],
    path: 'staff/reset',
    input: target,
    output: Changed,
    refusals: { last_admin: [] },
  }),
  disableStaff: consoleWrite({
    audience: ['admin'],
    path: 'staff/disable',
    input: target,
    output: Changed,
    stepUp: true,
    refusals: { last_admin: [] },
  }),
} as const;
