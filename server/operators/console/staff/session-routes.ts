import { type ConsoleSession, sessionCalls } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { Enrolment } from './enrolment.ts';
import type { StaffLogin } from './staff-login.ts';
import type { StaffSessions } from './staff-sessions.ts';
import {
  answered,
  type ApprovalPort,
  type ConsoleGateway,
  refusal,
  type StaffMember,
  stepUpMs,
} from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface SessionRouteParts extends With<'db' | 'demo' | 'now'> {
  readonly enrolment: Enrolment;
  readonly login: StaffLogin;
  readonly sessions: StaffSessions;
  readonly approvals: Pick<ApprovalPort, 'isRequired'>;
  /** The number of approvals that a member may vote on. */
  readonly waiting: (member: StaffMember) => Promise<number>;
}

/** Serves the calls about the session of the caller, and the enrolment. */
export function registerSessionRoutes(console: ConsoleGateway, parts: SessionRouteParts): void {
  const { approvals, db, demo, enrolment, login, now, sessions, waiting } = parts;

  console.entry(sessionCalls.login, (input, entry) => login.logIn(input, entry, entry.setSession));

  console.entry(sessionCalls.logout, async (_input, { setSession, staff, ...origin }) => {
    if (staff === null) return refusal('session_ended');
    await login.logOut(staff, origin);
    setSession(null);
    return answered(null);
  });

  console.entry(sessionCalls.stepUp, async ({ code }, { setSession, staff, ...origin }) => {
    if (staff === null) return refusal('session_ended');
    const result = await login.stepUp(staff, code, origin);
    switch (result.kind) {
      case 'right':
        return answered({ step_up_until: result.atMs + stepUpMs });
      case 'wrong':
        return refusal('code_invalid');
      case 'ended':
        setSession(null);
        return refusal('session_ended');
    }
  });

  console.entry(sessionCalls.enrolment, (input) => enrolment.look(input));
  console.entry(sessionCalls.enrol, (input, entry) => enrolment.enrol(input, entry));

  console.read(sessionCalls.session, async (_input, member) => {
    const times = await sessions.timesOf(member.session);
    if (times === null) return refusal('session_ended');
    const { email, id, name, roles } = member;
    return answered({
      id,
      name,
      email,
      roles: [...roles],
      mode: demo ? 'demo' : 'live',
      now: now(),
      four_eyes: await approvals.isRequired(),
      idle_until: times.idleUntilMs,
      ends_at: times.endsAtMs,
      step_up_until: times.steppedUpAtMs === 0 ? null : times.steppedUpAtMs + stepUpMs,
      audit: await auditHead(db),
      waiting: await waiting(member),
    });
  });
}

/** The last row of the audit log; null while it is empty. */
async function auditHead(db: Kysely<Schema>): Promise<ConsoleSession['audit']> {
  const row = await db
    .selectFrom('operator_log')
    .select(['id', 'hash', 'at_ms'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { id: safeInteger(row.id), hash: row.hash.toString('hex'), at: safeInteger(row.at_ms) };
}
