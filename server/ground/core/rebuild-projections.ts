import { type AccountType, type CurrencyId, Exchange, venue } from '@bourse/engine';
import type { Client } from 'pg';
import { openCoreConnection, safeInteger } from '../database/index.ts';
import type { DatabaseSettings } from '../database/index.ts';
import { projectedTables, Projector, recoveredRows } from '../projections/index.ts';
import type { TableRows } from '../projections/index.ts';
import { rowInserts, rowParameters } from './batch-statement.ts';
import { compareTables } from './compare-tables.ts';
import type { TableComparison } from './compare-tables.ts';
import { Follower, JournalMismatch } from './follower.ts';
import { describeHead, emptyHead, sameHead } from './head.ts';
import type { Head } from './head.ts';
import type { CoreLog } from './log.ts';
import { recover } from './recovery.ts';
import { listSnapshots, restoreSnapshot } from './snapshots.ts';

/** Approximate number of rows per statement. */
const ROWS_AT_ONCE = 5000;

export interface RebuildOptions {
  readonly database: DatabaseSettings;
  /** In a demo, rows that it may have deleted are not compared; a live exchange keeps all rows. */
  readonly mode: 'demo' | 'live';
  /** The current time in epoch milliseconds, which decides which rows are old enough to be deleted. */
  readonly nowMs: number;
  readonly log: CoreLog;
}

/** A balance of an account of the exchange itself, in smallest units of a currency with so many decimals. */
export interface VenueBalance {
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly units: number;
  readonly decimals: number;
}

/** The findings of a rebuild. */
export interface RebuildReport {
  /** The first batch of the comparison; 1 if the journal is complete. */
  readonly firstBatch: number;
  readonly head: Head;
  /** The number of batches whose events were not compared, because an older logic version wrote them. */
  readonly uncomparedBatches: number;
  readonly tables: readonly TableComparison[];
  /** Hashes of the state after the full replay and after a recovery as on startup. */
  readonly state: {
    readonly replayed: string;
    readonly recovered: string;
    /** The batch of the snapshot that the recovery began with; 0 if there was none. */
    readonly snapshotBatch: number;
  };
  /** The exchange's own balances after the full replay; those that are zero are left out. */
  readonly venue: readonly VenueBalance[];
  /** Whether all rows and the state are equal. */
  readonly equal: boolean;
}

/**
 * Rebuilds every projected table from the journal and compares it row by row with the live one, and compares the
 * replayed state with the one that a startup would recover. The exchange may be running, because everything is read
 * from one database snapshot. The rebuilt tables are in the session's temporary schema, and everything after their
 * creation runs in a read-only transaction, in which PostgreSQL allows writes to temporary tables only.
 *
 * @throws JournalMismatch if the journal cannot be replayed or does not end at the head; Error if its beginning was
 * pruned and no snapshot covers that part
 */
export async function rebuildProjections(options: RebuildOptions): Promise<RebuildReport> {
  const client = await openCoreConnection(options.database);
  try {
    for (const { name } of projectedTables) {
      await client.query(`create temporary table ${name} (like core.${name} including indexes)`);
    }
    await client.query('begin isolation level repeatable read, read only');
    const follower = await openBase(client);
    const base = { head: follower.head, timeMs: follower.exchange.timeMs };
    await project(client, follower);
    await refuseOtherEnd(client, follower.head);
    const tables = await compareTables(client, {
      sequence: base.head.sequence,
      timeMs: base.timeMs,
      nowMs: options.mode === 'demo' ? Math.max(options.nowMs, follower.exchange.timeMs) : null,
    });
    const state = await compareState(client, follower.exchange, options.log);
    return {
      firstBatch: base.head.batchId + 1,
      head: follower.head,
      uncomparedBatches: follower.uncomparedBatches,
      tables,
      state,
      venue: venueBalances(follower.exchange),
      equal: state.replayed === state.recovered && tables.every(({ differing }) => differing === 0),
    };
  } finally {
    // Ending the session rolls back its transaction and drops its tables.
    await client.end();
  }
}

/**
 * The empty exchange if the journal is complete, otherwise the oldest snapshot from which the journal continues without
 * a gap.
 */
async function openBase(client: Client): Promise<Follower> {
  const answer = await client.query<{ first: string }>(
    'select coalesce((select min(batch_id) from journal), (select batch_id + 1 from core_head)) as first',
  );
  const first = safeInteger(answer.rows[0]?.first ?? '1');
  if (first === 1) return new Follower(new Exchange(), emptyHead);
  const snapshots = (await listSnapshots(client)).toReversed().filter(({ head }) => head.batchId >= first - 1);
  const broken: string[] = [];
  for (const entry of snapshots) {
    try {
      return new Follower(await restoreSnapshot(client, entry), entry.head);
    } catch (error) {
      broken.push(`that of batch ${entry.head.batchId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const reason = broken.length === 0 ? 'there is none' : broken.join('; ');
  throw new Error(
    `The journal begins with batch ${first}, and no usable snapshot covers the batches before it (${reason}): nothing can be rebuilt.`,
  );
}

/** Replays the journal from the follower's head and inserts the projected rows into the rebuilt tables. */
async function project(client: Client, follower: Follower): Promise<void> {
  let pending: TableRows[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    await insertRows(client, pending);
    pending = [];
    count = 0;
  };
  const add = async (tables: readonly TableRows[]): Promise<void> => {
    pending.push(...tables);
    for (const { rows } of tables) count += rows.length;
    if (count >= ROWS_AT_ONCE) await flush();
  };
  const projector = new Projector(follower.exchange);
  // Rows from before the snapshot whose objects are still part of its state.
  await add(recoveredRows(follower.exchange));
  await follower.catchUp(client, (batch) => {
    for (const command of batch.commands) projector.add(command);
    return add(projector.finish(batch.batchId).tables);
  });
  await flush();
}

async function insertRows(client: Client, parts: readonly TableRows[]): Promise<void> {
  const tables = [...Map.groupBy(parts, ({ table }) => table)].map(([table, same]) => ({
    table,
    rows: same.flatMap(({ rows }) => rows),
  }));
  if (tables.length === 0) return;
  const inserts = rowInserts(
    tables.map(({ table }) => table),
    'pg_temp',
    1,
  );
  await client.query(`with ${inserts.join(', ')} select`, rowParameters(tables));
}

async function refuseOtherEnd(client: Client, reached: Head): Promise<void> {
  const answer = await client.query<{ batch_id: string; sequence: string; events_hash: string }>(
    'select batch_id, sequence, events_hash from core_head',
  );
  const row = answer.rows[0];
  if (row === undefined) throw new Error('The table core_head has no row.');
  const head = {
    batchId: safeInteger(row.batch_id),
    sequence: safeInteger(row.sequence),
    eventsHash: row.events_hash,
  };
  if (sameHead(reached, head)) return;
  throw new JournalMismatch(
    reached.batchId + 1,
    `The journal ends with ${describeHead(reached)}, but the head is ${describeHead(head)}.`,
  );
}

async function compareState(client: Client, replayed: Exchange, log: CoreLog): Promise<RebuildReport['state']> {
  replayed.audit();
  const { follower, report } = await recover(client, log);
  return {
    replayed: replayed.stateHash(),
    recovered: follower.exchange.stateHash(),
    snapshotBatch: report.snapshotBatch,
  };
}

function venueBalances(exchange: Exchange): VenueBalance[] {
  const decimals = new Map([...exchange.currencies()].map((currency) => [currency.currency, currency.decimals]));
  return [...exchange.balances()]
    .filter(({ user }) => user === venue)
    .map(({ accountType, available, currency, locked }) => {
      return { accountType, currency, units: available + locked, decimals: decimals.get(currency) ?? 0 };
    });
}

/** The report as sentences, one per line. */
export function describeRebuild({ firstBatch, head, uncomparedBatches, tables, state }: RebuildReport): string[] {
  const pruned = `The journal before batch ${firstBatch} was pruned; rows of batches ${firstBatch} to ${head.batchId} are compared`;
  const whole = `The journal is complete; the rows of all ${head.batchId} batches are compared`;
  return [
    `${firstBatch === 1 ? whole : pruned} (up to command ${head.sequence}).`,
    ...(uncomparedBatches === 0
      ? []
      : [
          `${uncomparedBatches} of these batches were written by an older logic version: their events were not compared.`,
        ]),
    ...tables.flatMap(describeTable),
    state.replayed === state.recovered
      ? `state: the replay and a recovery from ${snapshotOf(state)} both result in ${state.replayed}`
      : `state: DIFFERS: the replay results in ${state.replayed}, a recovery from ${snapshotOf(state)} in ${state.recovered}`,
  ];
}

function describeTable({ name, live, rebuilt, forgettable, differing, firstDifference }: TableComparison): string[] {
  const left = forgettable === 0 ? '' : ` (${forgettable} more are old enough for the demo to delete)`;
  if (differing === 0) return [`${name}: ${live.rows} rows, the same${left}, hash ${live.hash}`];
  return [
    `${name}: DIFFERS in ${differing} rows${left}: live has ${live.rows}, hash ${live.hash}; rebuilt has ${rebuilt.rows}, hash ${rebuilt.hash}`,
    `  first difference, live:    ${firstDifference?.live ?? 'missing'}`,
    `  first difference, rebuilt: ${firstDifference?.rebuilt ?? 'missing'}`,
  ];
}

function snapshotOf({ snapshotBatch }: RebuildReport['state']): string {
  return snapshotBatch === 0 ? 'the first batch' : `the snapshot of batch ${snapshotBatch}`;
}
