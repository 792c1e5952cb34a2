import { logicVersion } from '@bourse/engine';
import { columnArray, isArrayType, sqlType } from '../projections/index.ts';
import type { ProjectedTable, TableRows } from '../projections/index.ts';
import { encodingVersion } from './journal-encoding.ts';
import type { BatchWrite } from './core-store.ts';
import type { Head } from './head.ts';

/** A named statement, which the server parses and plans once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The contents of a batch from which its statement is made. */
export interface BatchContent {
  readonly previous: Head;
  readonly next: Head;
  readonly timeMs: number;
  readonly commands: string;
  /** Only tables that receive rows; most batches have rows for three or four. */
  readonly rows: readonly TableRows[];
}

/**
 * Assembles the statement and its parameters, which every retry reuses unchanged. Throws TypeError as `columnArray`
 * does.
 */
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
  const parameters = [...journal, ...rowParameters(rows)];
  return { previous, next, statement: batchStatement(rows.map(({ table }) => table)), parameters };
}

/** The parameters of `rowInserts`, in the same order. Throws TypeError as `columnArray` does. */
export function rowParameters(tables: readonly TableRows[]): Buffer[] {
  const arrays: Buffer[] = [];
  for (const { table, rows } of tables) {
    for (const [column, type] of table.types) arrays.push(columnArray(rows, column, type));
  }
  return arrays;
}

/**
 * The clauses of a `with` that insert rows into tables of a schema, with one array parameter per column starting at
 * parameter `first`. The arrays are unnested in the select list, because as functions in `from` each of them would
 * first be written to a tuple store of its own.
 */
export function rowInserts(tables: readonly ProjectedTable[], schema: 'core' | 'pg_temp', first: number): string[] {
  let parameter = first - 1;
  return tables.map(({ name, types }) => {
    const values = types.map(([, type]) => {
      parameter += 1;
      // The values of an array column are passed as text.
      return isArrayType(type)
        ? `unnest($${parameter}::text[])::${sqlType(type)}`
        : `unnest($${parameter}::${sqlType(type)}[])`;
    });
    return `${name}_rows as (
      insert into ${schema}.${name} (${types.map(([column]) => column).join(', ')}) select ${values.join(', ')}
    )`;
  });
}

/** The prepared statements by the names of the tables that receive rows. */
const batchStatements = new Map<string, Statement>();

/**
 * The single statement that makes a batch durable. It advances the head first, on condition that no other core has
 * moved it; the journal row takes its number from there, so if the head was not advanced the number is null and the
 * whole statement aborts. The rows of the projected tables are inserted by the same statement, one array parameter per
 * column. Tables without rows are omitted, because each would cost as much as a row. $1 epoch, $2 batch, $3 first and
 * $4 last sequence, $5 time, $6 logic and $7 encoding version, $8 commands, $9 events hash.
 */
function batchStatement(tables: readonly ProjectedTable[]): Statement {
  const key = tables.map(({ name }) => name).join();
  let statement = batchStatements.get(key);
  if (statement === undefined) {
    statement = { name: `commit_batch_${batchStatements.size}`, text: statementText(tables) };
    batchStatements.set(key, statement);
  }
  return statement;
}

function statementText(tables: readonly ProjectedTable[]): string {
  // The insert into the journal is the main query, which runs before the others: a fenced batch fails there and not on
  // a projected row that its successor has already written.
  const fence = `fence as (
      update core_head set batch_id = $2::bigint, sequence = $4::bigint, events_hash = $9::text
      where singleton and epoch = $1::bigint and batch_id = $2::bigint - 1 returning batch_id
    )`;
  return `with ${[fence, ...rowInserts(tables, 'core', 10)].join(', ')}
    insert into journal (batch_id, epoch, first_sequence, last_sequence, time_ms, logic_version, encoding_version, commands, events_hash)
    values ((select batch_id from fence), $1::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::integer, $8::text, $9::text)`;
}
