import type { Event, EventType, Exchange } from '@bourse/engine';
import { typeOf } from './column.ts';
import type { Column, ColumnType, ColumnValue, ReadValue, WrittenValue } from './column.ts';

/** One command's events. */
export interface Decided {
  readonly sequence: number;
  readonly timeMs: number;
  readonly events: readonly Event[];
}

export type Columns = Readonly<Record<string, Column>>;

/** One row of a table, derived from its columns. */
export type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: WrittenValue<Of[Name]> };

/** One row as a query returns it. */
export type ReadRowOf<Of extends Columns> = { readonly [Name in keyof Of]: ReadValue<Of[Name]> };

/** A row of any table. */
export type AnyRow = Readonly<Record<string, ColumnValue>>;

export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>;

/** For each event type, a function that returns the row that an event adds to the table, or null. */
export type RowReaders<Row> = {
  readonly [Type in EventType]?: (event: EventOf<Type>, command: Decided) => Row | null;
};

/**
 * A projection that needs more than one event at a time. Its state is in the closure; rows that do not correspond to
 * one event are written with `write`.
 */
export type StartProjection<Row> = (exchange: Exchange, write: (row: Row) => void) => Projection<Row>;

export interface Projection<Row> {
  readonly rows?: RowReaders<Row>;
  /** Reads events of the types that `rows` does not name. */
  readonly otherRows?: OtherReader<Row>;
  /** Called after all events of a command. */
  readonly afterCommand?: (command: Decided) => void;
  /** Called after all commands of a batch. */
  readonly afterBatch?: (batchId: number, lastSequence: number) => void;
}

export interface OtherReader<Row> {
  /** Whether the table reads events of this event's type; called once per type. */
  readonly reads: (event: Event) => boolean;
  readonly rows: (event: Event, command: Decided) => Row | null;
}

/** A table that is partitioned by ranges of a column. */
export interface Partition<Name extends string = string> {
  readonly column: Name;
  /** An upper bound of the values in use, as SQL; the sequence of the last command if absent. */
  readonly highest?: string;
}

/** Rows that the demo deletes, oldest first. A live exchange deletes nothing. */
export interface Forgetting<Name extends string = string> {
  /** Deletes a row when this time is long ago, or when a snapshot covers this sequence. */
  readonly once: { readonly longAgo: Name } | { readonly covered: Name };
  /** An SQL condition for the rows to delete, served by an index; all rows if absent. */
  readonly where?: string;
  /** Columns that order the rows from oldest to newest. */
  readonly order: readonly Name[];
}

/**
 * The rows that a rebuild from a snapshot writes: those of later commands, those of the snapshot's minute and later
 * ones, or all rows, derived from the state in the snapshot.
 */
export type Scope<Row, Name extends string = string> =
  | { readonly sequence: Name }
  | { readonly minute: Name }
  | { readonly recovered: (exchange: Exchange) => Row[] };

/** The declaration of a projected table. */
export interface TableDeclaration<Name extends string, Of extends Columns> {
  readonly name: Name;
  /** In the order of the insert. A test checks that the database has the same columns. */
  readonly columns: Of;
  /** The primary key, in the order of its index. */
  readonly key: readonly (keyof Of & string)[];
  /**
   * The columns that identify a row when a rebuild is compared; needed where the key has further columns that speed up
   * queries.
   */
  readonly identity?: readonly (keyof Of & string)[];
  readonly scope: Scope<RowOf<Of>, keyof Of & string>;
  readonly partition?: Partition<keyof Of & string>;
  readonly demoForgets?: Forgetting<keyof Of & string>;
  /** Whether the login of custody reads the table. The login of public reads always does. */
  readonly readByCustody?: true;
  /** The row of each event; a function if the projection keeps state, called once with the exchange at its start. */
  readonly rows: RowReaders<RowOf<Of>> | StartProjection<RowOf<Of>>;
}

/** A declared table without its row type. */
export interface ProjectedTable<Name extends string = string, Of extends Columns = Columns> {
  readonly name: Name;
  readonly columns: Of;
  readonly types: readonly (readonly [column: string, type: ColumnType])[];
  readonly key: readonly string[];
  readonly identity: readonly string[];
  readonly scope: Scope<AnyRow>;
  readonly partition: Partition | null;
  readonly demoForgets: Forgetting | null;
  readonly readByCustody: boolean;
  readonly start: StartReader;
}

/** Starts a table's projection of an exchange's events. */
export type StartReader = (exchange: Exchange, write: (row: AnyRow) => void) => TableReader;

/** A table's running projection. */
export interface TableReader {
  /** The reader for events of this event's type; null if the table ignores them. */
  readonly readerFor: (event: Event) => RowReader | null;
  readonly afterCommand: ((command: Decided) => void) | null;
  readonly afterBatch: ((batchId: number, lastSequence: number) => void) | null;
}
export type RowReader = (event: Event, command: Decided) => AnyRow | null;

/** Declares a projected table; `tables.ts` lists all of them. */
export function projectedTable<const Name extends string, const Of extends Columns>(
  declaration: TableDeclaration<Name, Of>,
): ProjectedTable<Name, Of> {
  const { name, columns, key, identity, scope, partition, demoForgets, readByCustody, rows } = declaration;
  return {
    name,
    columns,
    types: Object.entries(columns).map(([column, definition]) => [column, typeOf(definition)]),
    key,
    identity: identity ?? key,
    scope,
    partition: partition ?? null,
    demoForgets: demoForgets ?? null,
    readByCustody: readByCustody ?? false,
    start: (exchange, write) => readerOf(typeof rows === 'function' ? rows(exchange, write) : { rows }),
  };
}

function readerOf<Row extends AnyRow>(projection: Projection<Row>): TableReader {
  const { rows = {}, otherRows, afterCommand = null, afterBatch = null } = projection;
  const readers = readersByType(rows);
  return {
    readerFor: (event) => readers.get(event.type) ?? (otherRows?.reads(event) === true ? otherRows.rows : null),
    afterCommand,
    afterBatch,
  };
}

function readersByType<Row extends AnyRow>(rows: RowReaders<Row>): ReadonlyMap<EventType, RowReader> {
  return new Map(typesOf(rows).flatMap((type) => readerEntry(rows, type)));
}

/** The reader of one type, wrapped to accept any event. */
function readerEntry<Type extends EventType>(
  rows: RowReaders<AnyRow>,
  type: Type,
): (readonly [type: Type, reader: RowReader])[] {
  const read: ((event: EventOf<Type>, command: Decided) => AnyRow | null) | undefined = rows[type];
  if (read === undefined) return [];
  return [[type, (event, command) => (isOfType(event, type) ? read(event, command) : null)]];
}

function typesOf<Type extends string>(readers: Readonly<Partial<Record<Type, unknown>>>): Type[] {
  const types: Type[] = [];
  for (const type in readers) types.push(type);
  return types;
}

function isOfType<Type extends EventType>(event: Event, type: Type): event is EventOf<Type> {
  return event.type === type;
}
