import { feedbackList } from '@bourse/contract/support';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { FeedbackStateMark } from './feedback-state-mark.tsx';
import classes from './feedback.module.css';

const perPage = 20;
/** How often answers are looked for while the page is visible. */
const refreshMs = 30_000;

/** The user's feedback, the last changed first. */
export function FeedbackList() {
  const { t } = useTranslation();
  const figures = useFigures();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(feedbackList, { page, limit: perPage }, { keepPrevious: true, refreshMs });
  const state = tableState(data?.data.data, isError);
  const write = (
    <Link to="/personal/feedback" search={{ new: '1' }} className={classes.add}>
      {t('feedback.new')}
    </Link>
  );
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('shell.feedback')}</h1>
          <p className={classes.quiet}>
            {t('feedback.lead')} <Link to="/help">{t('shell.helpCentre')}</Link>
          </p>
        </div>
        {write}
      </header>
      <div className={classes.card}>
        {state.kind === 'loading' && <SkeletonRows count={4} height={56} />}
        {state.kind === 'error' && <ErrorState onRetry={() => void refetch()} />}
        {state.kind === 'empty' && <EmptyState text={t('feedback.none')}>{write}</EmptyState>}
        {state.kind === 'rows' && (
          <>
            {state.stale && <StaleNote />}
            <ul className={classes.list} data-stale={state.stale}>
              {state.rows.map((row) => (
                <li key={row.id}>
                  <Link to="/personal/feedback" search={{ id: String(row.id) }} className={classes.row}>
                    <span className={classes.rowText}>
                      <span className={classes.rowTitle}>{row.title}</span>
                      <span className={classes.quiet}>
                        {t(`feedbackTypes.${row.type}`)} ·{' '}
                        <time dateTime={new Date(row.changed_at).toISOString()}>
                          {figures.dateTime(row.changed_at)}
                        </time>
                      </span>
                    </span>
                    <FeedbackStateMark state={row.state} />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </div>
  );
}
