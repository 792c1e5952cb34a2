import type { ConsoleInput, UserAction, userCalls, UserNote } from '@bourse/contract/console';
import type { UserId } from '@bourse/engine';
import { sql } from 'kysely';
import { safeInteger } from '../../ground/database/index.ts';
import { type ListPage, pageOf, readIdPage } from './paging.ts';
import type { UserParts } from './user-parts.ts';
import type { ConsoleRefused } from '../../ground/console-gateway/index.ts';

type Refused = ConsoleRefused<'invalid_request'>;

/** The notes of staff about a user, newest first. */
export async function notePage(
  { identityDb }: UserParts,
  user: UserId,
  input: ConsoleInput<typeof userCalls.userNotes>,
): Promise<ListPage<UserNote> | Refused> {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const rows = await identityDb
    .selectFrom('user_notes as note')
    .leftJoin('staff', 'staff.id', 'note.staff_id')
    .select(['note.id', 'note.staff_id', 'staff.name', 'note.reason_code', 'note.text', 'note.at_ms'])
    .where('note.user_id', '=', String(user))
    .where('note.id', '<', String(page.before))
    .orderBy('note.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => ({
    id: safeInteger(row.id),
    staff: row.name ?? String(row.staff_id),
    reason_code: row.reason_code,
    text: row.text,
    created_at: safeInteger(row.at_ms),
  }));
}

/** The rows of the audit log about a user, newest first. */
export async function actionPage(
  { identityDb }: UserParts,
  user: UserId,
  input: ConsoleInput<typeof userCalls.userActions>,
): Promise<ListPage<UserAction> | Refused> {
  const page = readIdPage(input);
  if ('ok' in page) return page;
  const rows = await identityDb
    .selectFrom('operator_log as log')
    .leftJoin('staff', (join) => join.on(sql<boolean>`staff.id = log.operator_id`))
    .select(['log.id', 'log.at_ms', 'log.operator_id', 'staff.name', 'log.kind', 'log.action'])
    .select(['log.reason_code', 'log.reason', 'log.before', 'log.after', 'log.approval_id'])
    .where('log.subject_kind', '=', 'user')
    .where('log.subject_id', '=', String(user))
    // The outcome of a command repeats its intent.
    .where('log.kind', '<>', 'intent')
    .where('log.id', '<', String(page.before))
    .orderBy('log.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return pageOf(rows, page.limit, (row) => ({
    id: safeInteger(row.id),
    at: safeInteger(row.at_ms),
    staff: row.name ?? row.operator_id ?? '',
    kind: row.kind,
    action: row.action,
    reason_code: row.reason_code,
    reason: row.reason,
    before: row.before,
    after: row.after,
    approval: row.approval_id === null ? null : safeInteger(row.approval_id),
  }));
}
