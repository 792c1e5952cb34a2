import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { classNames } from '../../ui/class-names.ts';
import { nextSort, type MarketSort, type SortColumn } from './market-sort.ts';
import classes from './sort-head.module.css';

interface SortHeadProps {
  readonly column: SortColumn;
  readonly name: string;
  readonly sort: MarketSort | null;
  readonly onSort: (sort: MarketSort | null) => void;
  readonly className: string | undefined;
}

/** The header of a sortable column. Space for the arrow is always reserved. */
export function SortHead({ column, name, sort, onSort, className }: SortHeadProps) {
  const direction = sort?.column === column ? sort.direction : null;
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={classNames(classes.sort, column === 'pair' && classes.ofNames, direction !== null && classes.sorted)}
        onClick={() => onSort(nextSort(sort, column))}
      >
        <span title={name}>{name}</span>
        <Arrow size={14} stroke={2} className={classes.arrow} aria-hidden="true" />
      </button>
    </th>
  );
}
