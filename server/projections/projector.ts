import type { Event, EventType, Exchange } from '@bourse/engine';
import type { AnyRow, Decided, ProjectedTable, RowReader, TableReader } from './table.ts';
import { projectedTables } from './tables.ts';

/** The rows that a batch adds to one table. */
export interface TableRows {
  readonly table: ProjectedTable;
  readonly rows: readonly AnyRow[];
}

/** The rows of one batch, of the tables that get any, in the order of the tables. */
export interface BatchRows {
  readonly tables: readonly TableRows[];
  /** The same rows by command; those that the batch as a whole adds are with the last one. */
  readonly byCommand: () => readonly (readonly TableRows[])[];
}

/**
 * Turns the events of one exchange into rows, command by command, so that the work is done while the batch before is
 * being committed. The rows depend on nothing but the events and the exchange at the beginning.
 */
export class Projector {
  readonly #tables: readonly TableReader[];
  /** By event type, filled when the first event of a type comes. */
  readonly #readers = new Map<EventType, readonly PlacedReader[]>();
  readonly #afterCommand: readonly PlacedEnd[];
  #batch = new GrowingRows();

  /** @param exchange before the first command that is added; it is read at once and not kept */
  constructor(exchange: Exchange) {
    this.#tables = projectedTables.map((table) => table.project(exchange));
    this.#afterCommand = this.#tables.flatMap(({ afterCommand }, index) =>
      afterCommand === null ? [] : [{ index, rows: afterCommand }],
    );
  }

  /** Adds what one command led to. Throws an Error when a trade names a market that was never listed. */
  add(command: Decided): void {
    const batch = this.#batch;
    for (const event of command.events) {
      const readers = this.#readers.get(event.type) ?? this.#learn(event);
      for (const { index, rows } of readers) batch.push(index, rows(event, command));
    }
    for (const { index, rows } of this.#afterCommand) batch.push(index, rows(command));
    batch.commandOver(command.sequence);
  }

  /** Ends the batch under its number and gives its rows. The next command is the first of the next batch. */
  finish(batchId: number): BatchRows {
    const batch = this.#batch;
    this.#batch = new GrowingRows();
    for (const [index, { afterBatch }] of this.#tables.entries()) {
      if (afterBatch !== null) batch.push(index, afterBatch(batchId, batch.lastSequence));
    }
    return batch;
  }

  #learn(event: Event): readonly PlacedReader[] {
    const readers = this.#tables.flatMap((table, index) => {
      const rows = table.readerFor(event);
      return rows === null ? [] : [{ index, rows }];
    });
    this.#readers.set(event.type, readers);
    return readers;
  }
}

/** The rows by which an exchange is known in a snapshot, without the events that led to them. */
export function recoveredRows(exchange: Exchange): TableRows[] {
  const found: TableRows[] = [];
  for (const table of projectedTables) {
    const { scope }: ProjectedTable = table;
    if ('recovered' in scope) found.push({ table, rows: scope.recovered(exchange) });
  }
  return found;
}

interface PlacedReader {
  readonly index: number;
  readonly rows: RowReader;
}

interface PlacedEnd {
  readonly index: number;
  readonly rows: NonNullable<TableReader['afterCommand']>;
}

/** The rows of a batch while it grows. */
class GrowingRows implements BatchRows {
  lastSequence = 0;
  readonly #rows: AnyRow[][] = projectedTables.map(() => []);
  /** The table of each row, in the order in which the rows came, and how many there were after each command. */
  readonly #order: number[] = [];
  readonly #ends: number[] = [];

  push(index: number, rows: AnyRow | readonly AnyRow[] | null): void {
    if (rows === null) return;
    if (isList(rows)) for (const row of rows) this.#add(index, row);
    else this.#add(index, rows);
  }

  commandOver(sequence: number): void {
    this.#ends.push(this.#order.length);
    this.lastSequence = sequence;
  }

  get tables(): TableRows[] {
    return filled(this.#rows);
  }

  byCommand(): TableRows[][] {
    const taken = this.#rows.map((rows) => rows.values());
    let from = 0;
    return this.#ends.map((end, command) => {
      const to = command === this.#ends.length - 1 ? this.#order.length : end;
      const rows: AnyRow[][] = projectedTables.map(() => []);
      for (const index of this.#order.slice(from, to)) {
        const next = taken[index]?.next();
        if (next?.done === false) rows[index]?.push(next.value);
      }
      from = to;
      return filled(rows);
    });
  }

  #add(index: number, row: AnyRow): void {
    this.#rows[index]?.push(row);
    this.#order.push(index);
  }
}

function filled(rows: readonly AnyRow[][]): TableRows[] {
  const found: TableRows[] = [];
  for (const [index, table] of projectedTables.entries()) {
    const given = rows[index];
    if (given !== undefined && given.length > 0) found.push({ table, rows: given });
  }
  return found;
}

function isList(rows: AnyRow | readonly AnyRow[]): rows is readonly AnyRow[] {
  return Array.isArray(rows);
}
