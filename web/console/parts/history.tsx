import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import type { ListState } from '../wire/use-list.ts';
import { useTexts } from '../texts/texts.ts';
import type { Change } from './changes.ts';
import { Changes } from './diff.tsx';
import { Time } from './figures.tsx';
import { useReasonText } from './use-reason-text.ts';
import { useRefusal } from './use-refusal.ts';
import classes from './history.module.css';

/** A decision with its grounds. */
interface Decision {
  readonly sequence: number;
  readonly at: number;
  /** Null for the set-up of the exchange. */
  readonly by: string | null;
  readonly reason_code: string;
  readonly reason: string | null;
}

interface HistoryProps<Row> {
  /** The decisions, newest first. */
  readonly list: ListState<Row>;
  /** The fields that a decision changed; `previous` is the one before it. */
  readonly changesOf: (row: Row, previous: Row | undefined) => readonly Change[];
  /** The kind of a decision in words, where a list holds several kinds. */
  readonly titleOf?: (row: Row) => string;
}

/** The decisions about the open row: the changed fields, who changed them and why. */
export function History<Row extends Decision>({ list, changesOf, titleOf }: HistoryProps<Row>) {
  const t = useTexts();
  const refusal = useRefusal();
  const reasonText = useReasonText();
  const { error, failed, loadingMore, more, retry, rows } = list;
  return (
    <>
      <h3>{t('history.title')}</h3>
      {rows === undefined && !failed && <SkeletonRows count={4} />}
      {rows === undefined && failed && <ErrorState text={refusal(error) ?? t('frame.loadFailed')} onRetry={retry} />}
      {rows !== undefined && failed && <StaleNote />}
      {rows?.length === 0 && <EmptyState text={t('history.empty')} />}
      {rows !== undefined && rows.length > 0 && (
        <ol className={classes.history} aria-label={t('history.title')}>
          {rows.map((row, at) => (
            <li key={row.sequence}>
              {titleOf !== undefined && <h4 className={classes.title}>{titleOf(row)}</h4>}
              <p className={classes.head}>
                <b>{row.by ?? t('history.setup')}</b> <Time at={row.at} />
              </p>
              {row.by !== null && <p>{reasonText(row)}</p>}
              <Changes changes={changesOf(row, rows[at + 1])} />
            </li>
          ))}
        </ol>
      )}
      {more !== null && (
        <div>
          <Button look="plain" size="dense" aria-disabled={loadingMore} onClick={() => !loadingMore && more()}>
            {t(loadingMore ? 'table.loading' : 'table.more')}
          </Button>
        </div>
      )}
    </>
  );
}
