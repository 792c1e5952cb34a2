import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { StaleNote } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import type { ListState } from '../wire/use-list.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './console-table.module.css';

interface TableFootProps<Row> {
  readonly list: ListState<Row>;
  readonly stale: boolean;
  /** The tools of the table. */
  readonly children: ReactNode;
}

/** The number and the time of the rows, the button for more, and the tools. */
export function TableFoot<Row>({ list, stale, children }: TableFootProps<Row>) {
  const t = useTexts();
  const figures = useFigures();
  const count = list.rows?.length ?? 0;
  return (
    <div className={classes.foot}>
      {list.rows !== undefined && (
        <span className="figures">
          {list.more === null ? t('table.rows', { count }) : t('table.rowsMore', { count })}
        </span>
      )}
      {list.asOf !== null && <span className="figures">{t('table.asOf', { time: figures.time(list.asOf) })}</span>}
      {stale && <StaleNote />}
      {list.more !== null && (
        <Button
          look="plain"
          size="dense"
          aria-disabled={list.loadingMore}
          onClick={() => !list.loadingMore && list.more?.()}
        >
          {t(list.loadingMore ? 'table.loading' : 'table.more')}
        </Button>
      )}
      <div className={classes.tools}>{children}</div>
    </div>
  );
}
