import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import { projectedTables } from '../projections/index.ts';

/** A table that is partitioned by ranges of its key. */
export interface PartitionedTable {
  readonly name: string;
  /** Keys per partition. */
  readonly rangeSize: number;
  /** SQL for an upper bound of the keys in use. */
  readonly highest: string;
  readonly storage: string;
}

const RANGE_SIZE = 10_000_000;

/** The journal and the projected tables that declare a partition. */
export const partitionedTables: readonly PartitionedTable[] = [
  {
    name: 'journal',
    rangeSize: RANGE_SIZE,
    highest: 'select batch_id from core_head',
    storage: 'with (toast_tuple_target = 8160)',
  },
  ...projectedTables.flatMap(({ name, partition }) =>
    partition === null
      ? []
      : {
          name,
          rangeSize: RANGE_SIZE,
          highest: partition.highest ?? 'select sequence from core_head',
          storage: '',
        },
  ),
];

/**
 * Creates the current and the next partition of every table if they are missing. A table is created first and then
 * attached, which does not block inserts as creating a partition in place would.
 *
 * @returns the names of the created partitions
 */
export async function ensurePartitions(
  client: Client,
  tables: readonly PartitionedTable[] = partitionedTables,
): Promise<string[]> {
  const made: string[] = [];
  for (const table of tables) {
    const answer = await client.query<{ highest: string }>(`select (${table.highest})::bigint as highest`);
    const current = Math.floor(safeInteger(answer.rows[0]?.highest ?? '0') / table.rangeSize);
    for (const range of [current, current + 1]) {
      const name = `${table.name}_${range * table.rangeSize}`;
      if (await partitionExists(client, name)) continue;
      await attachPartition(client, table, name, range * table.rangeSize);
      made.push(name);
    }
  }
  return made;
}

async function partitionExists(client: Client, name: string): Promise<boolean> {
  const answer = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `core.${name}`,
  ]);
  return answer.rows[0]?.found === true;
}

async function attachPartition(client: Client, table: PartitionedTable, name: string, start: number): Promise<void> {
  await client.query('begin');
  try {
    // Avoids queueing every other session behind this statement while it waits for a slow reader; the next run tries
    // again.
    await client.query(`set local lock_timeout = '2s'`);
    await client.query(`create table ${name} (like ${table.name} including all) ${table.storage}`);
    await client.query(
      `alter table ${table.name} attach partition ${name} for values from (${start}) to (${start + table.rangeSize})`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
