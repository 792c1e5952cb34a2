import { type OperatorRole } from '@bourse/contract';
import { staffCalls } from '@bourse/contract/console';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import { listStaff } from './staff-list.ts';
import { mailInvitation } from './staff-notices.ts';
import type { Invited, RegisteredStaff, StaffRegister } from './staff-register.ts';
import {
  answered,
  type ApprovalPort,
  changed,
  type ConsoleGateway,
  refusal,
  type StaffId,
} from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface StaffRouteParts extends With<'db' | 'now'> {
  readonly register: StaffRegister;
  readonly approvals: Pick<ApprovalPort, 'isRequired'>;
  readonly notify: Pick<Notify, 'messages' | 'delivery'>;
  /** The origin of the console, for the links of invitations. */
  readonly origin: string;
}

const pageSize = 100;

/** Serves the calls with which administrators manage the staff. */
export function registerStaffRoutes(console: ConsoleGateway, parts: StaffRouteParts): void {
  const { approvals, db, notify, now, origin, register } = parts;

  console.read(staffCalls.staff, async ({ cursor = '0', limit = pageSize }) => {
    const afterId = /^\d{1,3}$/.test(cursor) ? Number(cursor) : 0;
    const nowMs = now();
    const rows = await listStaff(db, { afterId, limit: Number(limit), nowMs });
    const next = rows.length < Number(limit) ? null : String(rows.at(-1)?.id ?? 0);
    return answered({ rows, next, as_of: nowMs });
  });

  // One administrator alone could never get the approval to invite another. Disabled ones count: otherwise an
  // administrator could disable the others, and then invite people to vote without anyone's approval.
  const isShared = async (any: Kysely<Schema>): Promise<boolean> => {
    const enrolled = await any.selectFrom('staff').select('roles').where('enrolled_at', 'is not', null).execute();
    return enrolled.filter(({ roles }) => roles.includes('admin')).length >= 2;
  };

  const needsSecond = (): Promise<boolean> => isShared(db);

  const invite = async (
    transaction: Transaction<Schema>,
    person: Pick<RegisteredStaff, 'name' | 'email'>,
    { token }: Invited,
    nowMs: number,
  ): Promise<void> => mailInvitation(transaction, notify, person, enrolmentLink(origin, token), nowMs);

  console.change(
    staffCalls.inviteStaff,
    async ({ email, name, roles, user_id: user }, { committed, now: nowMs, transaction }) => {
      if ((await register.findByEmail(transaction, email)) !== null) return refusal('staff_exists');
      if (user !== null && !(await isKnown(transaction, user))) return refusal('user_unknown', { user });
      const invited = await register.create(transaction, { email, name: name.trim(), roles, user }, nowMs);
      if (invited === null) return refusal('staff_full');
      await invite(transaction, { email: email.trim(), name: name.trim() }, invited, nowMs);
      committed(() => notify.delivery.wake());
      const { id } = invited;
      return changed({ staff: id }, { subject: subjectOf(id), before: null, after: { email, name, roles, user } });
    },
    { needsSecond },
  );

  console.change(
    staffCalls.setStaffRoles,
    async ({ staff, roles, version }, { approval, by, transaction }) => {
      const person = await register.find(transaction, staff);
      if (person === null) return refusal('not_found');
      if (person.version !== version) return refusal('changed_meanwhile');
      if (!roles.includes('admin') && (await isLastAdmin(transaction, person))) return refusal('last_admin');
      const raises = roles.some((role) => !person.roles.includes(role));
      const isApproved = approval !== null || ((await isShared(transaction)) && (await approvals.isRequired()));
      if (staff === by.id && raises && !isApproved) return refusal('own_roles');
      await register.setRoles(transaction, staff, roles);
      return changed({ staff }, { subject: subjectOf(staff), before: rolesOf(person.roles), after: rolesOf(roles) });
    },
    { needsSecond },
  );

  console.change(
    staffCalls.linkStaff,
    async ({ staff, user_id: user, version }, { approval, by, transaction }) => {
      const person = await register.find(transaction, staff);
      if (person === null) return refusal('not_found');
      if (person.version !== version) return refusal('changed_meanwhile');
      const isApproved = approval !== null || ((await isShared(transaction)) && (await approvals.isRequired()));
      if (staff === by.id && person.user !== undefined && !isApproved) return refusal('own_link');
      if (user !== null && !(await isKnown(transaction, user))) return refusal('user_unknown', { user });
      await register.link(transaction, staff, user);
      return changed({ staff }, { subject: subjectOf(staff), before: { user: person.user ?? null }, after: { user } });
    },
    { needsSecond },
  );

  console.change(
    staffCalls.resetStaff,
    async ({ staff, version }, { committed, now: nowMs, transaction }) => {
      const person = await register.find(transaction, staff);
      if (person === null) return refusal('not_found');
      if (person.version !== version) return refusal('changed_meanwhile');
      if (await isLastAdmin(transaction, person)) return refusal('last_admin');
      const invited = await register.reset(transaction, staff, nowMs);
      await invite(transaction, person, invited, nowMs);
      committed(() => notify.delivery.wake());
      const effect = { before: { state: person.state }, after: { state: 'invited' } };
      return changed({ staff }, { subject: subjectOf(staff), ...effect });
    },
    { needsSecond },
  );

  console.change(staffCalls.disableStaff, async ({ staff, version }, { transaction }) => {
    const person = await register.find(transaction, staff);
    if (person === null) return refusal('not_found');
    if (person.version !== version) return refusal('changed_meanwhile');
    if (await isLastAdmin(transaction, person)) return refusal('last_admin');
    await register.disable(transaction, staff);
    const effect = { before: { state: person.state }, after: { state: 'disabled' } };
    return changed({ staff }, { subject: subjectOf(staff), ...effect });
  });

  /** Whether the exchange would have no active administrator without this person. */
  async function isLastAdmin(transaction: Transaction<Schema>, person: RegisteredStaff): Promise<boolean> {
    if (person.state !== 'active' || !person.roles.includes('admin')) return false;
    return (await register.otherAdmins(transaction, person.id)) === 0;
  }
}

async function isKnown(db: Kysely<Schema>, user: number): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', String(user)).executeTakeFirst()) !== undefined;
}

/** The link of an invitation. Its token is in the fragment, which browsers send to no server and no log contains. */
export function enrolmentLink(origin: string, token: string): string {
  return `${origin}/enrol#${token}`;
}

function subjectOf(id: StaffId) {
  return { kind: 'staff', id: String(id) };
}

function rolesOf(roles: readonly OperatorRole[]) {
  return { roles: [...roles].toSorted() };
}
