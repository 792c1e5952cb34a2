import type { ColumnType } from 'kysely';
import type { ProjectedRows } from '../projections/index.ts';

/**
 * The core's tables that the capabilities read: the head and every projected table. Only the core writes them, so no
 * column accepts a value here. `int8` columns are read as text. Prices are in ticks, quantities in lots, amounts in
 * smallest units, times in epoch milliseconds.
 */
export type CoreTables = { readonly core_head: ReadOnly<HeadRow> } & {
  readonly [Name in keyof ProjectedRows]: ReadOnly<ProjectedRows[Name]>;
};

/** The only row of the table, with the last committed command. */
interface HeadRow {
  readonly sequence: string;
}

type ReadOnly<Row> = { readonly [Column in keyof Row]: ColumnType<Row[Column], never, never> };
