import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { mediaQuery } from './media-query.ts';
import { Bones, EmptyState, ErrorState, SkeletonRows, StaleNote } from './states.tsx';
import { tableState } from './table-state.ts';
import classes from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers, which are right-aligned with digits of equal width. */
  readonly figure?: boolean;
  /** On a phone, spans the card without its column header: for a button or a self-explanatory value. */
  readonly wide?: boolean;
}

interface DataTableProps<Row> {
  /** The table's accessible name; the visible heading is the page's. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of the table; undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row, index: number) => string | number;
  /** The last load failed; rows of an earlier load stay, marked as stale. */
  readonly failed: boolean;
  readonly onRetry: () => void;
  /** One sentence for a table without rows; `children` offer the next step. */
  readonly empty: string;
  readonly children?: ReactNode;
  /** The number of skeleton rows, so that the layout does not shift when the rows arrive. */
  readonly expectedRows?: number;
  /** The height of a skeleton row in pixels, where a row has more than one line. */
  readonly expectedHeight?: number;
}

/**
 * A table for pages other than the trade screen, with its loading, error, empty and stale states. On a phone each row
 * becomes a card of the same elements, in which every value shows its column header. Tables that change many times a
 * second use rows of their own instead.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, failed, onRetry, empty, children, expectedRows = 3, expectedHeight = lineHeight } = props;
  const state = tableState(rows, failed);
  switch (state.kind) {
    case 'loading':
      return mediaQuery('(max-width: 767px)').matches ? (
        <SkeletonRows count={expectedRows} height={cardHeight(columns)} />
      ) : (
        <>
          <SkeletonRows count={1} height={headHeight} />
          <Bones count={expectedRows} height={expectedHeight} />
        </>
      );
    case 'error':
      return <ErrorState onRetry={onRetry} />;
    case 'empty':
      return <EmptyState text={empty}>{children}</EmptyState>;
    case 'rows':
      return (
        <>
          {state.stale && <StaleNote />}
          <Rows {...props} rows={state.rows} stale={state.stale} />
        </>
      );
  }
}

/** The height of the column headers in pixels. */
const headHeight = 36;

/** The height of a row of one line in pixels. */
const lineHeight = 40;

/** The height of a card on a phone in pixels: one line per column, more for a wide one, which may be a button. */
function cardHeight(columns: readonly { readonly wide?: boolean }[]): number {
  return columns.reduce((height, { wide }) => height + (wide === true ? 56 : 24), 17);
}

type RowsProps<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey'> & {
  readonly rows: readonly Row[];
  readonly stale: boolean;
};

function Rows<Row>({ caption, columns, rows, rowKey, stale }: RowsProps<Row>) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-stale={stale}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, head, figure = false }) => (
              <th key={id} scope="col" data-figure={figure}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ id, head, cell, figure = false, wide = false }) => (
                <td key={id} data-figure={figure} className={classNames(figure && 'figures', wide && classes.wide)}>
                  <span className={classes.name} aria-hidden="true">
                    {head}
                  </span>
                  <span className={classes.value}>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
