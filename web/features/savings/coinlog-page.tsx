import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { tableState } from '../../ui/table-state.ts';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { Card } from './card.tsx';
import { LogEntry } from './log-entry.tsx';
import { useFollowedDeposits, useLog } from './savings-reads.ts';
import classes from './savings.module.css';

/** The history of the user's deposits, by deposit. */
export function CoinlogPage() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useLog(page);
  useFollowedDeposits();
  const state = tableState(data?.data.data, isError);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('shell.coinlog')}</h1>
          <p className={classes.lead}>{t('deposit.logLead')}</p>
        </div>
        <Link to="/deposit" className={classes.link}>
          {t('shell.deposit')}
        </Link>
      </header>
      {state.kind === 'rows' ? (
        <>
          {state.stale && <StaleNote />}
          <div className={classes.entries} data-stale={state.stale}>
            {state.rows.map((entry) => (
              <LogEntry key={entry.lock.id} entry={entry} />
            ))}
          </div>
        </>
      ) : (
        <Card title={t('deposit.records')}>
          {state.kind === 'loading' && <SkeletonRows count={5} height={40} />}
          {state.kind === 'error' && <ErrorState onRetry={() => void refetch()} />}
          {state.kind === 'empty' && (
            <EmptyState text={t('deposit.logNone')}>
              <Link to="/deposit">{t('deposit.toProducts')}</Link>
            </EmptyState>
          )}
        </Card>
      )}
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </div>
  );
}
