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
  /** Figures are right-aligned, in digits of one width. */
  readonly figure?: boolean;
  /** On a phone across the card, without the head of its column: a button, or what says itself what it is. */
  readonly wide?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for screen readers; the page shows a heading of its own. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are not known. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row, index: number) => string | number;
  /** The last attempt to load the rows failed; rows of an earlier one stay, marked as stale. */
  readonly failed: boolean;
  readonly onRetry: () => void;
  /** One sentence for a list without rows; the next step is given as `children`. */
  readonly empty: string;
  readonly children?: ReactNode;
  /** How many rows the skeleton has, so that the page does not move when the rows come. */
  readonly expectedRows?: number;
  /** How high these are, in pixels, where a row has more than one line. */
  readonly expectedHeight?: number;
}

/**
 * A list off the trade screen, in all five states. On a phone each row is a card of the same elements, in which every
 * value carries the head of its column. Lists that change many times a second have rows of their own instead.
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
          <SkeletonRows count={1} height={lineHeight} />
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

/** Of the heads of the columns, and of a row of one line, in pixels. */
const lineHeight = 40;

/** Of a card on a phone: a line for each column, a button where there may be one. */
function cardHeight(columns: readonly { readonly wide?: boolean }[]): number {
  return columns.reduce((height, { wide }) => height + (wide === true ? 52 : 24), 16);
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
