import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import { worthDecimals } from '../../trading/index-price/index.ts';

const dayMs = 86_400_000;

export interface DayLimits {
  readonly draw_day_usd_0: number;
  readonly draw_day_usd_1: number;
  readonly draw_day_usd_2: number;
}

/** The limit of any 24 hours by review status, in dollars as a count of 10^-8. */
export function dayLimit(settings: DayLimits, review: 0 | 1 | 2): bigint {
  const dollars = [settings.draw_day_usd_0, settings.draw_day_usd_1, settings.draw_day_usd_2][review] ?? 0;
  return BigInt(dollars) * 10n ** BigInt(worthDecimals);
}

/**
 * The worth that has left a user within 24 hours, or is about to: withdrawals, and coins sent to other users. Only
 * those that certainly paid nothing are left out: a row whose command is not decided counts.
 */
export async function outflowWithinDay(db: Kysely<Schema>, user: UserId, nowMs: number): Promise<bigint> {
  const from = String(nowMs - dayMs);
  const withdrawn = await db
    .selectFrom('withdrawals')
    .select(sql<string | null>`sum(worth)`.as('sum'))
    .where('user_id', '=', String(user))
    .where('created_at', '>', from)
    .where('stage', 'not in', ['void', 'cancelled', 'rejected', 'failed'])
    .executeTakeFirstOrThrow();
  const sent = await db
    .selectFrom('sends')
    .select(sql<string | null>`sum(worth)`.as('sum'))
    .where('user_id', '=', String(user))
    .where('created_at', '>', from)
    .where('stage', '<>', 'void')
    .executeTakeFirstOrThrow();
  return BigInt(withdrawn.sum ?? '0') + BigInt(sent.sum ?? '0');
}

/** Lets the requests of one user that count against the limit of a day be stored one after another. */
export async function lockOutflow(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals of ${user}`}, 0))`.execute(transaction);
}

/** The worth of a user's withdrawals that a program has approved within 24 hours, and that paid or still may. */
export async function approvedByProgramWithinDay(db: Kysely<Schema>, user: UserId, nowMs: number): Promise<bigint> {
  const { sum } = await db
    .selectFrom('withdrawals')
    .select(sql<string | null>`sum(worth)`.as('sum'))
    .where('user_id', '=', String(user))
    .where('stage', 'in', ['approved', 'broadcast', 'confirmed'])
    .where((row) =>
      row.exists(
        row
          .selectFrom('withdrawal_steps')
          .select('withdrawal_steps.id')
          .whereRef('withdrawal_steps.withdrawal_id', '=', 'withdrawals.id')
          .where('withdrawal_steps.stage', '=', 'approved')
          .where('withdrawal_steps.at', '>', String(nowMs - dayMs))
          .where('withdrawal_steps.reason', 'is', null)
          .where('staff_id', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? '0');
}

/**
 * The worth that people have approved within 24 hours, of withdrawals that paid or still may: the larger of that by one
 * member of staff and that of one user. Withdrawals above `most` needed a second person by themselves and are left out.
 */
export async function approvedByPeopleWithinDay(
  db: Kysely<Schema>,
  {
    most,
    nowMs,
    staff,
    user,
  }: { readonly most: bigint; readonly nowMs: number; readonly staff: number; readonly user: UserId },
): Promise<bigint> {
  const { rows } = await sql<{ by_staff: string | null; of_user: string | null }>`
    with approved as (
      select distinct on (s.withdrawal_id) s.withdrawal_id as id, s.staff_id from withdrawal_steps s
      where s.stage = 'approved' and s.staff_id is not null and s.at > ${nowMs - dayMs}
      order by s.withdrawal_id, s.id desc
    )
    select sum(w.worth) filter (where approved.staff_id = ${staff})::text as by_staff,
           sum(w.worth) filter (where w.user_id = ${user})::text as of_user
      from approved join withdrawals w using (id)
      where w.stage in ('approved', 'broadcast', 'confirmed') and w.worth <= ${String(most)}`.execute(db);
  const byStaff = BigInt(rows[0]?.by_staff ?? '0');
  const ofUser = BigInt(rows[0]?.of_user ?? '0');
  return byStaff > ofUser ? byStaff : ofUser;
}
