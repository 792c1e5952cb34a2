import type { StaffRow } from '@bourse/contract/console';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { isOperatorRole } from './staff-sessions.ts';

/** A page of the staff by id, after `afterId`. */
export async function listStaff(
  db: Kysely<Schema>,
  { afterId, limit, nowMs }: { readonly afterId: number; readonly limit: number; readonly nowMs: number },
): Promise<StaffRow[]> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('staff_sessions as session', 'session.staff_id', 'staff.id')
    .leftJoin('staff_invitations as invitation', 'invitation.staff_id', 'staff.id')
    .leftJoin('staff_factors as factor', 'factor.staff_id', 'staff.id')
    .select([
      'staff.id',
      'name',
      'email',
      'state',
      'roles',
      'version',
      'staff.created_at',
      'enrolled_at',
      'user_id',
      'user_declared',
    ])
    .select(['last_login_at', 'locked_until', 'invitation.expires_at as invitation_until'])
    .select(['session.network', 'session.started_at', 'session.last_seen_at'])
    .select(['factor.kind', 'factor.created_at as factor_since', 'factor.last_used_at as factor_used_at'])
    .select(
      sql<string>`(select count(*) from staff_recovery_codes codes where codes.staff_id = staff.id and used_at is null)`.as(
        'recovery_codes',
      ),
    )
    .where('staff.id', '>', afterId)
    .orderBy('staff.id')
    .limit(limit)
    .execute();
  return rows.map(({ network, started_at, last_seen_at, kind, factor_since, factor_used_at, ...row }) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    state: row.state,
    roles: row.roles.filter(isOperatorRole),
    user_id: optional(row.user_id),
    user_declared: row.user_declared,
    version: row.version,
    created_at: safeInteger(row.created_at),
    enrolled_at: optional(row.enrolled_at),
    last_login_at: optional(row.last_login_at),
    locked_until: safeInteger(row.locked_until) > nowMs ? safeInteger(row.locked_until) : null,
    invitation_until: optional(row.invitation_until),
    factors:
      kind === null || factor_since === null
        ? []
        : [{ kind, created_at: safeInteger(factor_since), last_used_at: optional(factor_used_at) }],
    recovery_codes: safeInteger(row.recovery_codes),
    session:
      network === null || started_at === null || last_seen_at === null
        ? null
        : { network, started_at: safeInteger(started_at), last_seen_at: safeInteger(last_seen_at) },
  }));
}

function optional(value: string | null): number | null {
  return value === null ? null : safeInteger(value);
}
