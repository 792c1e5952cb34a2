import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { SkeletonRows } from '../../ui/states.tsx';
import { useTexts } from '../texts/texts.ts';
import type { ConsoleColumn } from './column.ts';
import type { ConsoleTableProps } from './console-table.tsx';
import { SortHead } from './sort-head.tsx';
import { useKeys } from './use-keys.ts';
import classes from './console-table.module.css';

/** The height of a row in pixels. */
const rowHeight = 32;

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 12;

/** The width of a column that has none of its own, at least; a figure must not be cut. */
const minWidth = { text: 120, figure: 180 } as const;

interface TableGridProps<Row> extends Pick<
  ConsoleTableProps<Row>,
  'caption' | 'rowKey' | 'drawer' | 'filters' | 'onApprove' | 'onRefuse'
> {
  /** The columns that are shown. */
  readonly columns: readonly ConsoleColumn<Row>[];
  readonly rows: readonly Row[];
  readonly stale: boolean;
  /** The keys of rows that are new. */
  readonly fresh: ReadonlySet<string>;
  /** Whether the list ends with these rows. */
  readonly isComplete: boolean;
}

/**
 * The rows of a table as an ARIA grid with one tab stop, the active row. Only visible rows are rendered; the others are
 * spacers.
 */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { caption, columns, rows, rowKey, drawer, filters, stale, fresh, isComplete, onApprove, onRefuse } = props;
  const t = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const keys = rows.map(rowKey);
  const chosen = keys.indexOf(drawer?.id ?? activeKey ?? '');
  const active = Math.max(0, chosen);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    // The head of the table covers the first row.
    scrollPaddingStart: rowHeight,
    overscan,
    initialRect: { width: 1_000, height: 800 },
  });
  const moveTo = (index: number, focus: boolean): void => {
    const key = keys[index];
    if (key === undefined) return;
    setActiveKey(key);
    if (drawer !== undefined && drawer.id !== null) drawer.open(key);
    virtualizer.scrollToIndex(index);
    wantsFocus.current = focus;
  };
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const step = (by: 1 | -1): void => {
    // A focus inside the open drawer stays there.
    const takesFocus = !(document.activeElement?.matches('[data-drawer] *') ?? false);
    moveTo(chosen < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, chosen + by)), takesFocus);
  };
  const onActive = (action: ((row: Row) => void) | undefined) => (): void => {
    const row = rows[chosen];
    if (row !== undefined) action?.(row);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(onApprove === undefined ? {} : { a: onActive(onApprove) }),
    ...(onRefuse === undefined ? {} : { r: onActive(onRefuse) }),
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={classes.scroll} data-stale={stale}>
      <table
        role="grid"
        aria-label={caption}
        aria-rowcount={isComplete ? rows.length + 1 : -1}
        className={classes.grid}
        style={{ minWidth: columns.reduce((sum, column) => sum + minWidthOf(column), 0) }}
      >
        <ColumnWidths columns={columns} />
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <SortHead key={column.id} column={column} filters={filters} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={before} />
          {items.map(({ index }) => {
            const row = rows[index];
            const key = keys[index];
            if (row === undefined || key === undefined) return null;
            const isActive = index === active;
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                aria-selected={index === chosen}
                tabIndex={isActive ? 0 : -1}
                className={classes.row}
                data-openable={drawer !== undefined}
                data-key={key}
                onFocus={() => setActiveKey(key)}
                onClick={(event) => {
                  if (isControl(event.target)) return;
                  setActiveKey(key);
                  drawer?.open(key);
                }}
                onKeyDown={(event) => {
                  if (event.target !== event.currentTarget) return;
                  const to = rowAfter(event.key, index, rows.length);
                  if (to !== null) moveTo(to, true);
                  else if (event.key === 'Enter') drawer?.open(key);
                  else return;
                  event.preventDefault();
                }}
              >
                {columns.map((column, at) => (
                  <td key={column.id} data-figure={column.figure === true} title={column.text(row)}>
                    {at === 0 && fresh.has(key) && <span className={classes.new}>{t('table.new')}</span>}
                    {cellOf(column, row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** A press on a link or button in a row does not open the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

function rowAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(count - 1, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function minWidthOf<Row>({ width, figure = false }: ConsoleColumn<Row>): number {
  return width ?? minWidth[figure ? 'figure' : 'text'];
}

function cellOf<Row>(column: ConsoleColumn<Row>, row: Row): ReactNode {
  return column.cell === undefined ? column.text(row) : column.cell(row);
}

function ColumnWidths<Row>({ columns }: { readonly columns: readonly ConsoleColumn<Row>[] }) {
  return (
    <colgroup>
      {columns.map(({ id, width }) => (
        <col key={id} style={width === undefined ? {} : { width }} />
      ))}
    </colgroup>
  );
}

function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

/** A placeholder of the table's size. */
export function TableSkeleton<Row>({ columns }: { readonly columns: readonly ConsoleColumn<Row>[] }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.grid} aria-hidden="true">
        <ColumnWidths columns={columns} />
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} data-figure={column.figure === true}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
      </table>
      <SkeletonRows count={8} height={rowHeight} />
    </div>
  );
}
