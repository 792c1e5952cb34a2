import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
/** Max rows that one round closes or deletes. */
const rowsPerRound = 500;
/** Answered feedback is closed if its user says nothing for this time. */
const answeredForMs = 14 * dayMs;

export interface SweepParts extends With<'db' | 'now'> {
  /** How long closed feedback is kept. */
  readonly keptForMs: number;
}

/** One round: closes answered feedback that was left alone, and deletes old closed feedback with its messages. */
export async function sweepOnce({ db, keptForMs, now }: SweepParts): Promise<void> {
  const nowMs = now();
  const silent = db
    .selectFrom('feedback')
    .select('id')
    .where('state', '=', 'answered')
    .where('changed_at', '<=', String(nowMs - answeredForMs))
    .limit(rowsPerRound);
  await db
    .updateTable('feedback')
    .set(({ eb }) => ({ state: 'closed' as const, changed_at: nowMs, version: eb('version', '+', 1) }))
    .where('id', 'in', silent)
    // It may have been reopened since the rows were chosen.
    .where('state', '=', 'answered')
    .execute();
  const old = db
    .selectFrom('feedback')
    .select('id')
    .where('state', '=', 'closed')
    .where('changed_at', '<=', String(nowMs - keptForMs))
    .limit(rowsPerRound);
  await db.deleteFrom('feedback').where('id', 'in', old).where('state', '=', 'closed').execute();
}
