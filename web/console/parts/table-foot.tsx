import { Button } from '../../ui/button.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import type { ListState } from '../wire/use-list.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './console-table.module.css';

/** The number and the time of the rows, and the button for more. */
export function TableFoot<Row>({ list, count }: { readonly list: ListState<Row>; readonly count: number }) {
  const t = useTexts();
  const figures = useFigures();
  return (
    <div className={classes.foot}>
      <span className="figures">
        {list.more === null ? t('table.rows', { count }) : t('table.rowsMore', { count })}
      </span>
      {list.asOf !== null && <span className="figures">{t('table.asOf', { time: figures.time(list.asOf) })}</span>}
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
    </div>
  );
}
