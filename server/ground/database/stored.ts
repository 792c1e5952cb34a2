import type { Steps } from './migration.ts';
import type { Privileges } from './privileges.ts';

/** A column with sealed data. Each room declares its own, so that all can be sealed again with another key. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The purposes of the keys of its secret box. */
  readonly purposes: { readonly hashing: string; readonly sealing: string };
  /** The place that a row is sealed for, as an expression of SQL over the columns of the table. */
  readonly place: string;
}

/** The tables of a room of the server with the privileges of the logins on them, and the steps that make them. */
export interface Stored {
  readonly tables?: Privileges;
  readonly migrations?: Steps;
  /** The columns that are sealed with keys outside the database. */
  readonly sealed?: readonly SealedColumn[];
}

/**
 * The tables and steps of all rooms.
 *
 * @throws Error if two rooms declare the same table or step
 */
export function allStored(rooms: readonly Stored[]): Required<Stored> {
  return {
    tables: together(rooms.map(({ tables = {} }) => tables)),
    migrations: together(rooms.map(({ migrations = {} }) => migrations)),
    sealed: rooms.flatMap(({ sealed = [] }) => sealed),
  };
}

function together<Value>(records: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> {
  const all = new Map<string, Value>();
  for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
    if (all.has(name)) throw new Error(`Two rooms declare ${name}.`);
    all.set(name, value);
  }
  return Object.fromEntries(all);
}
