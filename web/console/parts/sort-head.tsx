import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ConsoleColumn } from './column.ts';
import type { ConsoleTableProps } from './console-table.tsx';
import classes from './console-table.module.css';

type SortHeadProps<Row> = Pick<ConsoleTableProps<Row>, 'filters'> & { readonly column: ConsoleColumn<Row> };

/** The head of a column; a button where the server sorts by it: ascending, then descending, then as before. */
export function SortHead<Row>({ column: { head, figure = false, sort }, filters }: SortHeadProps<Row>) {
  if (sort === undefined || filters === undefined) {
    return (
      <th scope="col" data-figure={figure}>
        {head}
      </th>
    );
  }
  const current = filters.get('sort');
  const direction = current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : 'none';
  const next = { none: sort, ascending: `-${sort}`, descending: null }[direction];
  return (
    <th scope="col" data-figure={figure} aria-sort={direction}>
      <button type="button" className={classes.sort} onClick={() => filters.set({ sort: next })}>
        {head}
        {direction === 'none' && <IconArrowsSort size={12} aria-hidden="true" className={classes.unsorted} />}
        {direction === 'ascending' && <IconArrowUp size={12} aria-hidden="true" />}
        {direction === 'descending' && <IconArrowDown size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}
