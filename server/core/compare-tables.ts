import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import { projectedTables } from '../projections/index.ts';
import type { ProjectedTable } from '../projections/index.ts';
import { defaultSchedule } from './housekeeping.ts';

/** From where on, and up to which age, rows can be compared. */
export interface ComparisonScope {
  /** The last command before the rebuild began, and its time in epoch milliseconds; both 0 for the whole journal. */
  readonly sequence: number;
  readonly timeMs: number;
  /** Now, when the exchange is a demo, which forgets rows; null when it forgets nothing. */
  readonly nowMs: number | null;
}

/** One live projected table compared with the rebuilt one. */
export interface TableComparison {
  readonly name: string;
  readonly live: TableDigest;
  readonly rebuilt: TableDigest;
  /** Rebuilt rows that are not compared, because the demo may have forgotten them. */
  readonly forgettable: number;
  /** Rows that are missing on one side or differ. */
  readonly differing: number;
  /** The one with the lowest key. */
  readonly firstDifference: RowDifference | null;
}

/** `hash` depends on what the rows hold and not on their order. */
export interface TableDigest {
  readonly rows: number;
  readonly hash: string;
}

/** A row as JSON text on both sides; null where it is missing. */
export interface RowDifference {
  readonly live: string | null;
  readonly rebuilt: string | null;
}

/** Compares every table of `core` with its namesake in the session's temporary schema, row by row. */
export async function compareTables(client: Client, scope: ComparisonScope): Promise<TableComparison[]> {
  const comparisons: TableComparison[] = [];
  for (const table of projectedTables) comparisons.push(await compareTable(client, table, scope));
  return comparisons;
}

/** The rows that came after the scope's beginning, as a condition in SQL. */
function isInScope({ scope }: ProjectedTable, { sequence, timeMs }: ComparisonScope): string {
  if ('sequence' in scope) return `${scope.sequence} > ${sequence}`;
  return 'minute' in scope ? `${scope.minute} >= ${timeMs - (timeMs % MINUTE_MS)}` : 'true';
}

/**
 * The rows that the demo may have forgotten because of their age. Those that it forgets once a snapshot covers them
 * are outside the scope anyway: the rebuild begins with that snapshot or a later one.
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
