import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import { projectedTables } from '../projections/index.ts';
import type { ProjectedTable } from '../projections/index.ts';
import { defaultSchedule } from './housekeeping.ts';

/** The range of rows that can be compared. */
export interface ComparisonScope {
  /**
   * The last command before the rebuild began and its time in epoch milliseconds; both 0 if the rebuild covers the
   * whole journal.
   */
  readonly sequence: number;
  readonly timeMs: number;
  /** The current time if the exchange is a demo, which deletes old rows; null if it keeps all rows. */
  readonly nowMs: number | null;
}

/** The comparison of a live projected table with the rebuilt one. */
export interface TableComparison {
  readonly name: string;
  readonly live: TableDigest;
  readonly rebuilt: TableDigest;
  /** Rebuilt rows that are not compared, because the demo may have deleted them. */
  readonly forgettable: number;
  /** Rows that differ or are missing on one side. */
  readonly differing: number;
  /** The difference with the lowest key. */
  readonly firstDifference: RowDifference | null;
}

/** `hash` depends on the contents of the rows but not on their order. */
export interface TableDigest {
  readonly rows: number;
  readonly hash: string;
}

/** A row on both sides as JSON text; null where it is missing. */
export interface RowDifference {
  readonly live: string | null;
  readonly rebuilt: string | null;
}

/**
 * Compares every projected table of `core` row by row with the table of the same name in the session's temporary
 * schema.
 */
export async function compareTables(client: Client, scope: ComparisonScope): Promise<TableComparison[]> {
  const comparisons: TableComparison[] = [];
  for (const table of projectedTables) comparisons.push(await compareTable(client, table, scope));
  return comparisons;
}

/** SQL condition for the rows after the beginning of the scope. */
function isInScope({ scope }: ProjectedTable, { sequence, timeMs }: ComparisonScope): string {
  if ('sequence' in scope) return `${scope.sequence} > ${sequence}`;
  return 'minute' in scope ? `${scope.minute} >= ${timeMs - (timeMs % MINUTE_MS)}` : 'true';
}

/**
 * SQL condition for the rows that the demo may have deleted because of their age. Rows that it deletes once a snapshot
 * covers them are outside the scope anyway, because the rebuild begins with that snapshot or a later one.
 */
function mayBeForgotten({ demoForgets }: ProjectedTable, { nowMs }: ComparisonScope): string {
  if (demoForgets === null || nowMs === null || !('longAgo' in demoForgets.once)) return 'false';
  const { once, where = 'true' } = demoForgets;
  return `(${where}) and ${once.longAgo} < ${nowMs - defaultSchedule.demoRowHours * 3_600_000}`;
}

const MINUTE_MS = 60_000;

async function compareTable(client: Client, table: ProjectedTable, scope: ComparisonScope): Promise<TableComparison> {
  const { name } = table;
  const key = table.identity.join(', ');
  const since = isInScope(table, scope);
  const forgotten = mayBeForgotten(table, scope);
  const columns = table.types.map(([column]) => column).join(', ');
  const rowsOf = (schema: string): string =>
    `select ${columns} from ${schema}.${name} where ${since} and not (${forgotten})`;
  const digest = async (schema: string): Promise<TableDigest> => {
    const answer = await client.query<{ rows: string; hash: string }>(
      `select count(*) as rows, to_hex(mod(coalesce(sum(hashtextextended(r::text, 0)), 0), 9223372036854775807)::bigint) as hash
       from (${rowsOf(schema)}) r`,
    );
    const [row] = answer.rows;
    return { rows: safeInteger(row?.rows ?? ''), hash: row?.hash ?? '' };
  };
  const differences = await client.query<{ differing: string; live: string | null; rebuilt: string | null }>(
    `select count(*) over () as differing, to_json(live)::text as live, to_json(rebuilt)::text as rebuilt
     from (${rowsOf('core')}) live full join (${rowsOf('pg_temp')}) rebuilt using (${key})
     where row(live.*) is distinct from row(rebuilt.*) order by ${key} limit 1`,
  );
  const skipped = await client.query<{ count: string }>(
    `select count(*) from pg_temp.${name} where ${since} and ${forgotten}`,
  );
  const [first] = differences.rows;
  return {
    name,
    live: await digest('core'),
    rebuilt: await digest('pg_temp'),
    forgettable: safeInteger(skipped.rows[0]?.count ?? ''),
    differing: safeInteger(first?.differing ?? '0'),
    firstDifference: first === undefined ? null : { live: first.live, rebuilt: first.rebuilt },
  };
}
