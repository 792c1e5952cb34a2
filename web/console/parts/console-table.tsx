import { columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import type { ListState } from '../wire/use-list.ts';
import { useTexts } from '../texts/texts.ts';
import type { ConsoleColumn } from './column.ts';
import { csvOf, saveFile } from './csv.ts';
import { ColumnChoice } from './column-choice.tsx';
import type { AddressFilters } from './filters.tsx';
import { useNewRows } from './new-rows.ts';
import { useRememberedColumns } from './remembered-columns.ts';
import { TableGrid, TableSkeleton } from './table-grid.tsx';
import { TableFoot } from './table-foot.tsx';
import { useRefusal } from './use-refusal.ts';
import type { DrawerState } from './use-drawer.ts';
import classes from './console-table.module.css';

export interface ConsoleTableProps<Row> {
  /** Names the remembered columns and the CSV file. */
  readonly name: string;
  /** The accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly ConsoleColumn<Row>[];
  readonly list: ListState<Row>;
  /** A stable, unique key, which is also the row's id in the address. */
  readonly rowKey: (row: Row) => string;
  /** One sentence for an empty list; `children` offer the next step. */
  readonly empty: string;
  readonly drawer?: DrawerState | undefined;
  /** Its filters, for sorting and for the sentence of an empty list. */
  readonly filters?: AddressFilters | undefined;
  /** The keys a and r on the active row. */
  readonly onApprove?: ((row: Row) => void) | undefined;
  readonly onRefuse?: ((row: Row) => void) | undefined;
  readonly children?: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/**
 * A table of the console: virtual rows, columns that can be hidden, sorting by the server, CSV, keyboard, and the five
 * states: loading, empty, failed, stale and full. It fills the height of its parent.
 */
export function ConsoleTable<Row extends object>(props: ConsoleTableProps<Row>) {
  const { name, caption, columns, list, rowKey, empty, filters, children } = props;
  const t = useTexts();
  const refusal = useRefusal();
  const [visible, show] = useRememberedColumns(name, columns);
  const fresh = useNewRows(list, rowKey);
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(({ id, head, text }) => ({ id, header: head, accessorFn: text })), [columns]),
    data: list.rows ?? noRows,
    getRowId: rowKey,
    manualSorting: true,
    state: { columnVisibility: visible, sorting: [] },
  });
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  const rows = table.getRowModel().rows.map(({ original }) => original);
  const state = tableState(list.rows, list.failed);
  const download = (): void => {
    const text = csvOf(
      shown.map(({ head }) => head),
      rows.map((row) => shown.map((column) => column.text(row))),
    );
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
  };
  return (
    <section className={classes.table} aria-label={caption}>
      {state.kind === 'loading' && <TableSkeleton columns={shown} />}
      {state.kind === 'error' && (
        <ErrorState text={refusal(list.error) ?? t('frame.loadFailed')} onRetry={list.retry} />
      )}
      {state.kind === 'empty' &&
        (filters !== undefined && filters.names.length > 0 ? (
          <EmptyState text={t('table.noMatch')}>
            <Button look="plain" size="dense" onClick={filters.clear}>
              {t('table.clear')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState text={empty}>{children}</EmptyState>
        ))}
      {state.kind === 'rows' && (
        <TableGrid
          {...props}
          columns={shown}
          rows={rows}
          stale={state.stale}
          fresh={fresh}
          isComplete={list.more === null}
        />
      )}
      <TableFoot list={list} stale={state.kind === 'rows' && state.stale}>
        <Button
          look="plain"
          size="dense"
          title={t('table.csvLong')}
          aria-disabled={rows.length === 0}
          onClick={() => rows.length > 0 && download()}
        >
          {t('table.csv')}
        </Button>
        <ColumnChoice columns={columns} visible={visible} onChange={show} />
      </TableFoot>
    </section>
  );
}

const noRows: readonly never[] = [];
