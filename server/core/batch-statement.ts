import { columnArray, isArrayType, projectedTables, sqlType } from '../projections/index.ts';
import type { ColumnType, ColumnValue, ProjectedRows } from '../projections/index.ts';
import { encodingVersion } from './journal-encoding.ts';
import type { BatchWrite } from './core-store.ts';
import type { Head } from './head.ts';

/** Grows with every change of the engine that may make other events of the same commands. */
export const logicVersion = 1;

/** A statement with a name of its own, so that the server parses and plans it once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Everything about a batch that the statement needs. */
export interface BatchContent {
  readonly previous: Head;
  readonly next: Head;
  readonly timeMs: number;
  readonly commands: string;
  readonly rows: ProjectedRows;
}

/** Assembles the parameters once; they are sent as they are as often as it takes. Throws TypeError as `columnArray` does. */
export function batchWrite({ previous, next, timeMs, commands, rows }: BatchContent): BatchWrite {
  const tables = filledTables(rows);
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
  const parameters = [...journal, ...rowParameters(rows, tables)];
  return { previous, next, statement: batchStatement(tables), parameters };
}

export type TableName = keyof ProjectedRows;

/** The tables that get rows; most batches have rows for three or four. */
export function filledTables(rows: ProjectedRows): TableName[] {
  return tableNames.filter((name) => rows[name].length > 0);
}

/** The parameters of `rowInserts`, in its order. Throws TypeError as `columnArray` does. */
export function rowParameters(rows: ProjectedRows, tables: readonly TableName[]): Buffer[] {
  const arrays: Buffer[] = [];
  for (const name of tables) {
    const { columns }: { columns: Readonly<Record<string, ColumnType>> } = projectedTables[name];
    const given: readonly Readonly<Record<string, ColumnValue>>[] = rows[name];
    for (const column in columns) arrays.push(columnArray(given, column, columns[column] ?? 'text'));
  }
  return arrays;
}

/**
 * The clauses of a `with` that add rows to tables of a schema, one array for each column from parameter `first` on. The arrays are unfolded side by side in the select list: as
 * functions in `from` each of them would be written to a store of its own first.
 */
export function rowInserts(tables: readonly TableName[], schema: 'core' | 'pg_temp', first: number): string[] {
  let parameter = first - 1;
  return tables.map((table) => {
    const { name, columns } = projectedTables[table];
    const values = Object.values<ColumnType>(columns).map((type) => {
      parameter += 1;
      // Each value of a column of arrays comes as text.
      return isArrayType(type)
        ? `unnest($${parameter}::text[])::${sqlType(type)}`
        : `unnest($${parameter}::${sqlType(type)}[])`;
    });
    return `${name}_rows as (
      insert into ${schema}.${name} (${Object.keys(columns).join(', ')}) select ${values.join(', ')}
    )`;
  });
}

const tableNames = namesOf(projectedTables);

/** By the tables that get rows. */
const batchStatements = new Map<string, Statement>();

/**
 * The one statement by which anything becomes durable. It moves the head first, on condition that nobody else has moved it; the journal
 * takes its number from there, so that without a head the number is missing and all of it aborts. The rows of the projected
 * tables ride along, one array for each column. Tables without rows are left out: each would cost as much as a row.
 *
 * $1 epoch, $2 batch, $3 first and $4 last sequence, $5 time, $6 logic and $7 encoding version, $8 commands, $9 events hash.
 */
function batchStatement(tables: readonly TableName[]): Statement {
  const key = tables.join();
  let statement = batchStatements.get(key);
  if (statement === undefined) {
    statement = { name: `commit_batch_${batchStatements.size}`, text: statementText(tables) };
    batchStatements.set(key, statement);
  }
  return statement;
}

function statementText(tables: readonly TableName[]): string {
  // The journal's insert is the main query, which runs before the others: a batch that is fenced off fails there, and not on a row
  // that its successor has written already.
  const fence = `fence as (
      update core_head set batch_id = $2::bigint, sequence = $4::bigint, events_hash = $9::text
      where singleton and epoch = $1::bigint and batch_id = $2::bigint - 1 returning batch_id
    )`;
  return `with ${[fence, ...rowInserts(tables, 'core', 10)].join(', ')}
    insert into journal (batch_id, epoch, first_sequence, last_sequence, time_ms, logic_version, encoding_version, commands, events_hash)
    values ((select batch_id from fence), $1::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::integer, $8::text, $9::text)`;
}

function namesOf<Name extends string>(tables: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in tables) names.push(name);
  return names;
}
