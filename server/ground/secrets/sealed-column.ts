import type { BoxPurposes } from './secret-box.ts';

/** A column with sealed data. Each room declares its own, so that all can be sealed again with another key. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purposes: BoxPurposes;
  /** The place that a row is sealed for, as an expression of SQL over the columns of the table. */
  readonly place: string;
}
