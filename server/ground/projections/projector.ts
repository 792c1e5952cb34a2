import type { Event, EventType, Exchange } from '@bourse/engine';
import type { AnyRow, Decided, ProjectedTable, RowReader, TableReader } from './table.ts';
import { projectedTables } from './tables.ts';

/** The rows that a batch adds to one table. */
export interface TableRows {
  readonly table: ProjectedTable;
  readonly rows: readonly AnyRow[];
}

/** The rows of one batch by table, in the order of `projectedTables`; tables without rows are left out. */
export interface BatchRows {
  readonly tables: readonly TableRows[];
  /** The same rows by command. Rows that belong to the batch as a whole are with the last command. */
  readonly byCommand: () => readonly (readonly TableRows[])[];
}

/**
 * Turns the events of an exchange into rows, command by command, so that this work overlaps with the commit of the
 * previous batch. The rows depend only on the events and on the exchange's initial state.
 */
export class Projector {
  readonly #tables: readonly FollowedTable[];
  /** The readers by event type; filled on the first event of each type. */
  readonly #readers = new Map<EventType, readonly PlacedReader[]>();
  readonly #afterCommand: readonly ((command: Decided) => void)[];
  #lastSequence = 0;
  /** The table index of each row of the batch in insertion order, and the number of rows after each command. */
  #order: number[] = [];
  #ends: number[] = [];

  /** @param exchange in the state before the first added command; read once and not kept */
  constructor(exchange: Exchange) {
    this.#tables = projectedTables.map((table: ProjectedTable, index): FollowedTable => {
      const growing: GrowingTable = { table, index, rows: [] };
      const write = (row: AnyRow): void => {
        this.#add(growing, row);
      };
      return { growing, reader: table.start(exchange, write) };
    });
    this.#afterCommand = this.#tables.flatMap(({ reader: { afterCommand } }) => afterCommand ?? []);
  }

  /** Adds the rows of one command. Throws an Error if a trade names a market that was never listed. */
  add(command: Decided): void {
    for (const event of command.events) {
      for (const { growing, read } of this.#readers.get(event.type) ?? this.#learn(event)) {
        const row = read(event, command);
        if (row !== null) this.#add(growing, row);
      }
    }
    for (const afterCommand of this.#afterCommand) afterCommand(command);
    this.#ends.push(this.#order.length);
    this.#lastSequence = command.sequence;
  }

  /** Ends the batch with this id and returns its rows. The next command starts the next batch. */
  finish(batchId: number): BatchRows {
    for (const { reader } of this.#tables) reader.afterBatch?.(batchId, this.#lastSequence);
    const tables: TableRows[] = [];
    for (const { growing } of this.#tables) {
      if (growing.rows.length > 0) tables.push({ table: growing.table, rows: growing.rows });
      growing.rows = [];
    }
    const [order, ends] = [this.#order, this.#ends];
    this.#order = [];
    this.#ends = [];
    return { tables, byCommand: () => rowsByCommand(tables, order, ends) };
  }

  #add(growing: GrowingTable, row: AnyRow): void {
    growing.rows.push(row);
    this.#order.push(growing.index);
  }

  #learn(event: Event): readonly PlacedReader[] {
    const readers = this.#tables.flatMap(({ growing, reader }) => {
      const read = reader.readerFor(event);
      return read === null ? [] : { growing, read };
    });
    this.#readers.set(event.type, readers);
    return readers;
  }
}

/** The rows that describe an exchange restored from a snapshot, without the events behind them. */
export function recoveredRows(exchange: Exchange): TableRows[] {
  const found: TableRows[] = [];
  for (const table of projectedTables) {
    const { scope }: ProjectedTable = table;
    if ('recovered' in scope) found.push({ table, rows: scope.recovered(exchange) });
  }
  return found;
}

/** The rows that the current batch has added to a table. */
interface GrowingTable {
  readonly table: ProjectedTable;
  readonly index: number;
  rows: AnyRow[];
}

interface FollowedTable {
  readonly growing: GrowingTable;
  readonly reader: TableReader;
}

interface PlacedReader {
  readonly growing: GrowingTable;
  readonly read: RowReader;
}

/**
 * Assigns the rows of a batch to its commands: `order` has the table index of each row, `ends` the number of rows after
 * each command.
 */
function rowsByCommand(tables: readonly TableRows[], order: readonly number[], ends: readonly number[]): TableRows[][] {
  const left = new Map<ProjectedTable, Iterator<AnyRow>>(tables.map(({ table, rows }) => [table, rows.values()]));
  return ends.map((end, command) => {
    const last = command === ends.length - 1;
    const places = order.slice(ends[command - 1] ?? 0, last ? order.length : end);
    return projectedTables.flatMap((table, index) => {
      const rows = places.flatMap((place) => (place === index ? nextOf(left.get(table)) : []));
      return rows.length === 0 ? [] : { table, rows };
    });
  });
}

function nextOf(rows: Iterator<AnyRow> | undefined): AnyRow[] {
  const next = rows?.next();
  return next === undefined || next.done === true ? [] : [next.value];
}
