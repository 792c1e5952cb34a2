import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { StaffMember } from './ports.ts';
import { emailKey } from '../email-key.ts';

/** Whether a member of staff has the e-mail address of a user: one's own affairs are for others to decide. */
export async function isSamePerson(
  db: Kysely<Schema>,
  user: number,
  { email }: Pick<StaffMember, 'email'>,
): Promise<boolean> {
  const row = await db.selectFrom('users').select('email_key').where('id', '=', String(user)).executeTakeFirst();
  return row?.email_key === emailKey(email);
}

/** Whether someone who has approved a request has the e-mail address of a user. */
export async function hasOwnVote(db: Kysely<Schema>, user: number, approval: number | null): Promise<boolean> {
  if (approval === null) return false;
  const row = await db
    .selectFrom('approval_votes')
    .innerJoin('staff', 'staff.id', 'approval_votes.staff_id')
    .innerJoin('users', 'users.email_key', 'staff.email_key')
    .select('staff.id')
    .where('approval_votes.approval_id', '=', String(approval))
    .where('users.id', '=', String(user))
    .executeTakeFirst();
  return row !== undefined;
}
