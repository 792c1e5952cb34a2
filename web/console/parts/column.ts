import type { ReactNode } from 'react';

/** A column of a `ConsoleTable`. */
export interface ConsoleColumn<Row> {
  readonly id: string;
  /** The translated head. */
  readonly head: string;
  /** The value as text, for CSV; also the cell unless `cell` is given. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers, which are right-aligned with digits of equal width. */
  readonly figure?: boolean;
  /** The width in pixels; columns without one share the rest. */
  readonly width?: number;
  /** Hidden until the member of staff shows it. */
  readonly hidden?: boolean;
  /** The name in the list's filter `sort`, where the server sorts by this column: `sort=NAME` or `sort=-NAME`. */
  readonly sort?: string;
}
