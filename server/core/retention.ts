import type { Client } from 'pg';
import { firstDemoTrader, lastDemoTrader } from '../projections/index.ts';

/** What a run of forgetting removed, in rows. */
export interface Forgotten {
  readonly batches: number;
  readonly snapshots: number;
  readonly venueLegs: number;
}

/**
 * Forgets the journal up to the second-newest verified snapshot, the snapshots before that one, and the venue's own account log
 * that they cover. For the demo; a live exchange forgets nothing. At most `limit` rows of each kind.
 */
export async function forgetHistory(client: Client, limit: number): Promise<Forgotten> {
  const found = await client.query<{ batch_id: string; sequence: string }>(
    'select batch_id, sequence from snapshots where verified order by batch_id desc offset 1 limit 1',
  );
  const keep = found.rows[0];
  if (keep === undefined) return { batches: 0, snapshots: 0, venueLegs: 0 };
  const batches = await client.query(
    'delete from journal where batch_id in (select batch_id from journal where batch_id <= $1 order by batch_id limit $2)',
    [keep.batch_id, limit],
  );
  await client.query('delete from snapshot_chunks where batch_id < $1', [keep.batch_id]);
  const snapshots = await client.query('delete from snapshots where batch_id < $1', [keep.batch_id]);
  const venueLegs = await client.query(
    `delete from account_log where user_id = 0 and (sequence, leg) in
       (select sequence, leg from account_log where user_id = 0 and sequence <= $1 order by sequence, leg limit $2)`,
    [keep.sequence, limit],
  );
  return {
    batches: batches.rowCount ?? 0,
    snapshots: snapshots.rowCount ?? 0,
    venueLegs: venueLegs.rowCount ?? 0,
  };
}

/**
 * Thins out the snapshots of a live exchange: the newest two that are verified stay, and the last one of each of the last seven days, so
 * that a fault found late can be looked into from before it. The journal stays whole.
 *
 * @param nowMs wall time in epoch milliseconds
 * @returns snapshots removed
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
 * Forgets trades between two demo traders and the orders of demo traders from before `beforeMs`, at most `limit` of each. For the demo.
 * Looks at the `limit` oldest only: without that it would walk through everything that is too young, each time.
 *
 * @returns rows removed
 */
export async function forgetDemoTrades(client: Client, beforeMs: number, limit: number): Promise<number> {
  const trades = await client.query(
    `delete from trades where (maker_order, id) in
       (select maker_order, id from
          (select maker_order, id, time_ms from trades where ${demoTrader('maker_user')} and ${demoTrader('taker_user')} order by id limit $2) oldest
        where time_ms < $1)`,
    [beforeMs, limit],
  );
  const orders = await client.query(
    `delete from orders where (user_id, id) in
       (select user_id, id from (select user_id, id, ended_at from orders where ${demoTrader('user_id')} order by id limit $2) oldest
        where ended_at < $1)`,
    [beforeMs, limit],
  );
  return (trades.rowCount ?? 0) + (orders.rowCount ?? 0);
}

/**
 * Forgets index ticks from before `beforeMs`, at most `limit` of the oldest. For the demo; a live exchange keeps them, because what was
 * settled by them can be computed again for ever.
 *
 * @returns rows removed
 */
export async function forgetIndexTicks(client: Client, beforeMs: number, limit: number): Promise<number> {
  const removed = await client.query(
    `delete from index_ticks where (time_ms, sequence, n) in
       (select time_ms, sequence, n from index_ticks where time_ms < $1 order by time_ms, sequence, n limit $2)`,
    [beforeMs, limit],
  );
  return removed.rowCount ?? 0;
}

/** Literal bounds, so that the planner sees that the partial indexes fit. */
function demoTrader(column: string): string {
  return `${column} between ${firstDemoTrader} and ${lastDemoTrader}`;
}
