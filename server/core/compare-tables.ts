import { assertNever } from '@bourse/engine';
import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';
import { firstDemoTrader, lastDemoTrader, projectedTables } from '../projections/index.ts';
import type { ProjectedRows } from '../projections/index.ts';
import { defaultSchedule } from './housekeeping.ts';

/** From where on, and up to which age, rows can be compared. */
export interface ComparisonScope {
  /** The last command before the rebuild began, and its time in epoch milliseconds; both 0 for the whole journal. */
  readonly sequence: number;
  readonly timeMs: number;
  /** Now, when the exchange is one that forgets the trades of its demo traders and index ticks; null when it forgets nothing. */
  readonly nowMs: number | null;
}

/** One projected table beside the same table made again. */
export interface TableComparison {
  readonly name: keyof ProjectedRows;
  readonly live: TableDigest;
  readonly rebuilt: TableDigest;
  /** Rows made again that are not compared, because the demo may have forgotten them. */
  readonly forgettable: number;
  /** Rows that are in one of the two only, or not the same in both. */
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
  for (const name of tableNames) comparisons.push(await compareTable(client, name, scope));
  return comparisons;
}

const tableNames = [
  'currencies',
  'markets',
  'orders',
  'trades',
  'candles',
  'account_log',
  'holds',
  'venue_transfers',
  'index_configurations',
  'index_ticks',
  'settings_log',
] as const satisfies readonly (keyof ProjectedRows)[];

interface TableRule {
  readonly key: readonly string[];
  /** SQL conditions: rows that came after the scope's beginning, and rows that the demo may have forgotten. */
  readonly since: string;
  readonly forgotten: string;
}

function ruleOf(name: keyof ProjectedRows, { sequence, timeMs, nowMs }: ComparisonScope): TableRule {
  const forgetBeforeMs = nowMs === null ? null : nowMs - defaultSchedule.demoTradeHours * 3_600_000;
  const forgotten = (condition: string): string => (forgetBeforeMs === null ? 'false' : condition);
  switch (name) {
    case 'currencies':
    case 'markets':
      return { key: ['id'], since: 'true', forgotten: 'false' };
    case 'orders':
      return {
        key: ['id'],
        since: `ended_sequence > ${sequence}`,
        forgotten: forgotten(`${demoTrader('user_id')} and ended_at < ${forgetBeforeMs}`),
      };
    case 'trades':
      return {
        key: ['id'],
        since: `sequence > ${sequence}`,
        forgotten: forgotten(
          `${demoTrader('maker_user')} and ${demoTrader('taker_user')} and time_ms < ${forgetBeforeMs}`,
        ),
      };
    case 'candles':
      // Every minute that was over by then had been written; the one that was running had not.
      return {
        key: ['market_id', 'open_time'],
        since: `open_time >= ${timeMs - (timeMs % MINUTE_MS)}`,
        forgotten: 'false',
      };
    case 'account_log':
      // The demo forgets legs of the venue too, but only up to a snapshot from which a rebuild begins.
      return { key: ['user_id', 'sequence', 'leg'], since: `sequence > ${sequence}`, forgotten: 'false' };
    case 'holds':
      return { key: ['source', 'n', 'state'], since: `sequence > ${sequence}`, forgotten: 'false' };
    case 'venue_transfers':
      return { key: ['source', 'n'], since: `sequence > ${sequence}`, forgotten: 'false' };
    case 'index_configurations':
      return { key: ['asset_id', 'version'], since: `sequence > ${sequence}`, forgotten: 'false' };
    case 'index_ticks':
      return {
        key: ['sequence', 'n'],
        since: `sequence > ${sequence}`,
        forgotten: forgotten(`time_ms < ${forgetBeforeMs}`),
      };
    case 'settings_log':
      return { key: ['sequence'], since: `sequence > ${sequence}`, forgotten: 'false' };
    default:
      return assertNever(name);
  }
}

const MINUTE_MS = 60_000;

function demoTrader(column: string): string {
  return `${column} between ${firstDemoTrader} and ${lastDemoTrader}`;
}

async function compareTable(
  client: Client,
  name: keyof ProjectedRows,
  scope: ComparisonScope,
): Promise<TableComparison> {
  const { key, since, forgotten } = ruleOf(name, scope);
  const columns = Object.keys(projectedTables[name].columns).join(', ');
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
     from (${rowsOf('core')}) live full join (${rowsOf('pg_temp')}) rebuilt using (${key.join(', ')})
     where row(live.*) is distinct from row(rebuilt.*) order by ${key.join(', ')} limit 1`,
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
