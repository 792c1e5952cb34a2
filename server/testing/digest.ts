import type { TestDatabase } from '../ground/database/test-database.ts';

/**
 * Tables that change without requests: the journal of clock ticks, closed candles, snapshots, and sessions, which are
 * swept.
 */
const ofTime = ['journal', 'core_head', 'candles', 'snapshots', 'snapshot_chunks', 'sessions'];

/** A hash of the content of every other table. */
export async function digestOf({ query }: TestDatabase): Promise<Readonly<Record<string, string>>> {
  const tables = await query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('app', 'core') and not tablename ~ $1 order by 1`,
    [`^(${ofTime.join('|')})(_|$)`],
  );
  const hashes = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(row, '|' order by row), '')) as hash
      from (select to_jsonb(each)::text as row from ${name} each) rows`,
  );
  const rows = await query<{ name: string; hash: string }>(hashes.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
