import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/**
 * The rules of indices, each with the sequence of the command that decided it. Usually that command put the rule into
 * force. A rule that waited for open contracts came into force later (`sequence`). The log of settings has an entry for
 * each rule that waited or was withdrawn; the last entry between two versions decides whether the newer one had waited.
 */
export function indexDecisions(db: Kysely<Schema>) {
  const previous = sql`coalesce((
    select earlier.sequence from index_configurations as earlier
     where earlier.asset_id = rule.asset_id and earlier.version = rule.version - 1
  ), 0)`;
  const waiting = sql`(
    select case when step.change = 'index_change_waiting' then step.sequence end from settings_log as step
     where step.change in ('index_change_waiting', 'index_change_withdrawn')
       and (step.after::json ->> 'asset')::integer = rule.asset_id
       and step.sequence > ${previous} and step.sequence <= rule.sequence
     order by step.sequence desc limit 1
  )`;
  const decided = db
    .selectFrom('index_configurations as rule')
    .selectAll('rule')
    .select(sql<string>`coalesce(${waiting}, rule.sequence)`.as('decided_sequence'));
  return db.selectFrom(decided.as('rule'));
}
