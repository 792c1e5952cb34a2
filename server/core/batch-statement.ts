import { arrayLiteral, isArrayType, projectedTables, sqlType } from '../projections/index.ts';
import type { ColumnType, ColumnValue, ProjectedRows } from '../projections/index.ts';
import { encodingVersion } from './journal-encoding.ts';
import type { BatchWrite } from './core-store.ts';
import type { Head } from './head.ts';

/** Grows with every change of the engine that may make other events of the same commands. */
export const logicVersion = 1;

/**
 * The one statement by which anything becomes durable. It moves the head first, on condition that nobody else has moved it; the journal
 * takes its number from there, so that without a head the number is missing and all of it aborts. The rows of every projected
 * table ride along, one array for each column.
 *
 * $1 epoch, $2 batch, $3 first and $4 last sequence, $5 time, $6 logic and $7 encoding version, $8 commands, $9 events hash.
 */
export const batchStatement = { name: 'commit_batch', text: statementText() } as const;

/** Everything about a batch that the statement needs. */
export interface BatchContent {
  readonly previous: Head;
  readonly next: Head;
  readonly timeMs: number;
  readonly commands: string;
  readonly rows: ProjectedRows;
}

/** Assembles the parameters once; they are sent as they are as often as it takes. Throws TypeError as `arrayLiteral` does. */
export function batchWrite({ previous, next, timeMs, commands, rows }: BatchContent): BatchWrite {
  const journal = [
    String(next.batchId),
    String(previous.sequence + 1),
    String(next.sequence),
    String(timeMs),
    String(logicVersion),
    String(encodingVersion),
    commands,
    next.eventsHash,
  ];
  return { previous, next, parameters: [...journal, ...rowParameters(rows)] };
}

/** The parameters of `rowInserts`, in its order. Throws TypeError as `arrayLiteral` does. */
export function rowParameters(rows: ProjectedRows): string[] {
  return [
    ...columns(rows.currencies, projectedTables.currencies.columns),
    ...columns(rows.markets, projectedTables.markets.columns),
    ...columns(rows.orders, projectedTables.orders.columns),
    ...columns(rows.trades, projectedTables.trades.columns),
    ...columns(rows.candles, projectedTables.candles.columns),
    ...columns(rows.account_log, projectedTables.account_log.columns),
    ...columns(rows.holds, projectedTables.holds.columns),
    ...columns(rows.venue_transfers, projectedTables.venue_transfers.columns),
    ...columns(rows.index_configurations, projectedTables.index_configurations.columns),
    ...columns(rows.index_ticks, projectedTables.index_ticks.columns),
  ];
}

/** The clauses of a `with` that add rows to every projected table of a schema, one array for each column from parameter `first` on. */
export function rowInserts(schema: 'core' | 'pg_temp', first: number): string {
  let parameter = first - 1;
  const clauses = Object.values(projectedTables).map(({ name, columns }) => {
    const types = Object.entries<ColumnType>(columns);
    const names = types.map(([column]) => column).join(', ');
    // Each value of a column of arrays comes as text.
    const arrays = types.map(([, type]) => `$${(parameter += 1)}::${isArrayType(type) ? 'text' : sqlType(type)}[]`);
    const values = types.map(([column, type]) => (isArrayType(type) ? `${column}::${sqlType(type)}` : column));
    return `${name}_rows as (
      insert into ${schema}.${name} (${names}) select ${values.join(', ')} from unnest(${arrays.join(', ')}) as given (${names})
    )`;
  });
  return clauses.join(', ');
}

function columns<Name extends string>(
  rows: readonly { readonly [Key in Name]: ColumnValue }[],
  types: Readonly<Record<Name, ColumnType>>,
): string[] {
  const literals: string[] = [];
  for (const column in types) literals.push(arrayLiteral(rows, column, types[column]));
  return literals;
}

function statementText(): string {
  // The journal's insert is the main query, which runs before the others: a batch that is fenced off fails there, and not on a row
  // that its successor has written already.
  return `with fence as (
      update core_head set batch_id = $2::bigint, sequence = $4::bigint, events_hash = $9::text
      where singleton and epoch = $1::bigint and batch_id = $2::bigint - 1 returning batch_id
    ), ${rowInserts('core', 10)}
    insert into journal (batch_id, epoch, first_sequence, last_sequence, time_ms, logic_version, encoding_version, commands, events_hash)
    values ((select batch_id from fence), $1::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::integer, $8::text, $9::text)`;
}
