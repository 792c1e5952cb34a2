import type { Client } from 'pg';
import { projectedTables } from '../projections/index.ts';
import type { ProjectedTable, TableName } from '../projections/index.ts';

/** The number of rows removed by one run. */
export interface Forgotten {
  readonly batches: number;
  readonly snapshots: number;
  /** Rows of projected tables that a snapshot covers. */
  readonly rows: number;
}

/**
 * Deletes the journal up to the second-newest verified snapshot, the snapshots before that one, and the rows of
 * projected tables that the demo deletes once a snapshot covers them. For the demo only. At most `limit` rows of each
 * kind.
 */
export async function forgetHistory(client: Client, limit: number): Promise<Forgotten> {
  const found = await client.query<{ batch_id: string; sequence: string }>(
    'select batch_id, sequence from snapshots where verified order by batch_id desc offset 1 limit 1',
  );
  const keep = found.rows[0];
  if (keep === undefined) return { batches: 0, snapshots: 0, rows: 0 };
  const batches = await client.query(
    'delete from journal where batch_id in (select batch_id from journal where batch_id <= $1 order by batch_id limit $2)',
    [keep.batch_id, limit],
  );
  await client.query('delete from snapshot_chunks where batch_id < $1', [keep.batch_id]);
  const snapshots = await client.query('delete from snapshots where batch_id < $1', [keep.batch_id]);
  let rows = 0;
  for (const table of projectedTables) rows += await forgetCovered(client, table, keep.sequence, limit);
  return { batches: batches.rowCount ?? 0, snapshots: snapshots.rowCount ?? 0, rows };
}

async function forgetCovered(
  client: Client,
  { name, key, demoForgets }: ProjectedTable,
  sequence: string,
  limit: number,
): Promise<number> {
  if (demoForgets === null || !('covered' in demoForgets.once)) return 0;
  const { once, where = 'true', order } = demoForgets;
  const removed = await client.query(
    `delete from ${name} where (${where}) and (${key.join(', ')}) in
       (select ${key.join(', ')} from ${name} where (${where}) and ${once.covered} <= $1 order by ${order.join(', ')} limit $2)`,
    [sequence, limit],
  );
  return removed.rowCount ?? 0;
}

/**
 * Thins out the snapshots of a live exchange: keeps the newest two verified ones and the last one of each of the past
 * seven days, so that a fault discovered late can be examined from a state before it. The journal is kept completely.
 *
 * @param nowMs wall time in epoch milliseconds
 * @returns the number of removed snapshots
 */
export async function thinSnapshots(client: Client, nowMs: number): Promise<number> {
  const found = await client.query<{ batch_id: string }>(
    'select batch_id from snapshots where verified order by batch_id desc offset 1 limit 1',
  );
  const second = found.rows[0]?.batch_id;
  if (second === undefined) return 0;
  const removed = await client.query(
    `delete from snapshots where batch_id < $1 and batch_id not in
       (select max(batch_id) from snapshots where verified and taken_at >= $2 group by taken_at / ${dayMs})`,
    [second, (Math.floor(nowMs / dayMs) - 6) * dayMs],
  );
  await client.query(
    'delete from snapshot_chunks where batch_id < $1 and batch_id not in (select batch_id from snapshots)',
    [second],
  );
  return removed.rowCount ?? 0;
}

const dayMs = 86_400_000;

/**
 * Deletes the rows from before `beforeMs` of projected tables with an age limit in the demo, at most `limit` rows of
 * each table. Examines only the `limit` oldest rows; otherwise each run would read every row that is too young.
 *
 * @returns the number of removed rows by table
 */
export async function forgetOldRows(
  client: Client,
  beforeMs: number,
  limit: number,
): Promise<Readonly<Partial<Record<TableName, number>>>> {
  const removed: Partial<Record<TableName, number>> = {};
  for (const table of projectedTables) {
    const rows = await forgetOld(client, table, beforeMs, limit);
    if (rows !== null) removed[table.name] = rows;
  }
  return removed;
}

async function forgetOld(
  client: Client,
  { name, key, demoForgets }: ProjectedTable,
  beforeMs: number,
  limit: number,
): Promise<number | null> {
  if (demoForgets === null || !('longAgo' in demoForgets.once)) return null;
  const { once, where = 'true', order } = demoForgets;
  const removed = await client.query(
    `delete from ${name} where (${key.join(', ')}) in
       (select ${key.join(', ')} from (select * from ${name} where ${where} order by ${order.join(', ')} limit $2) oldest
        where ${once.longAgo} < $1)`,
    [beforeMs, limit],
  );
  return removed.rowCount ?? 0;
}
