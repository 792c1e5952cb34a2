import { homeCalls } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { ActiveAlarm } from '../../../ground/console-gateway/index.ts';

/** Who has said that they deal with an alarm. */
export interface Acknowledgement {
  readonly staff: number;
  readonly atMs: number;
  readonly reason: string;
}

const Occurrence = Type.Object({ since: Type.Integer() });

/**
 * The acknowledgement of this occurrence of an alarm, which is a row of the audit log; null if there is none.
 *
 * @param db a session of the login `bourse_identity`
 */
export async function acknowledgementOf(
  db: Kysely<Schema>,
  { name, sinceMs }: ActiveAlarm,
): Promise<Acknowledgement | null> {
  const row = await db
    .selectFrom('operator_log')
    .select(['operator_id', 'at_ms', 'reason', 'after'])
    .where('subject_kind', '=', 'alarm')
    .where('subject_id', '=', name)
    .where('kind', '=', 'change')
    .where('action', '=', homeCalls.acknowledgeAlarm.path)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const by = row?.operator_id ?? null;
  if (row === undefined || by === null || !Check(Occurrence, row.after) || row.after.since !== sinceMs) return null;
  return { staff: safeInteger(by), atMs: safeInteger(row.at_ms), reason: row.reason ?? '' };
}
