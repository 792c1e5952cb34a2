import type { ColumnType } from 'kysely';
import type { ProjectedRows } from '../../projections/index.ts';

/**
 * The core's tables that the capabilities read: the head, and every projected table as it is declared. Only the core
 * writes them, hence no column takes a value here. `int8` columns are text when read. Prices are ticks, quantities
 * lots, money smallest units, times epoch milliseconds.
 */
export type CoreTables = { readonly core_head: ReadOnly<HeadRow> } & {
  readonly [Name in keyof ProjectedRows]: ReadOnly<ProjectedRows[Name]>;
};

/** The one row that says what was committed last. */
interface HeadRow {
  readonly sequence: string;
}

type ReadOnly<Row> = { readonly [Column in keyof Row]: ColumnType<Row[Column], never, never> };
