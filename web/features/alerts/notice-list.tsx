import type { NoticeRow } from '@bourse/contract/alerts';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useNotices, useReadUpTo } from './notice-reads.ts';
import { noticeTexts } from './notice-texts.ts';
import classes from './notices.module.css';

const noticesAtOnce = 20;
const maxNotices = 100;

/** The user's notices, newest first. Opening the list marks them as read. */
export function NoticeList({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(noticesAtOnce);
  const { data, isError, refetch } = useNotices(limit);
  const state = tableState(data?.data.data, isError);
  const newest = data?.data.data[0];
  const readUpTo = useReadUpTo();
  const read = useEffectEvent((n: number) => readUpTo(n));
  const unreadUpTo = newest?.read === 0 ? newest.n : null;
  useEffect(() => {
    if (unreadUpTo !== null) read(unreadUpTo);
  }, [unreadUpTo]);
  return (
    <div className={classes.content}>
      {state.kind === 'loading' && <SkeletonRows count={4} height={56} />}
      {state.kind === 'error' && <ErrorState onRetry={() => void refetch()} />}
      {state.kind === 'empty' && <EmptyState text={t('notices.empty')} />}
      {state.kind === 'rows' && (
        <>
          {state.stale && <StaleNote />}
          <ul className={classes.list}>
            {state.rows.map((notice) => (
              <Notice key={notice.n} notice={notice} onLeave={onLeave} />
            ))}
          </ul>
          {data?.data.next !== null && limit < maxNotices && (
            <Button look="plain" onClick={() => setLimit(maxNotices)}>
              {t('notices.older')}
            </Button>
          )}
        </>
      )}
      <Link to="/personal/accountSettings" hash="notices" className={classes.settings} onClick={onLeave}>
        {t('notices.settings')}
      </Link>
    </div>
  );
}

function Notice({ notice, onLeave }: { readonly notice: NoticeRow; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { search, text, title, to } = noticeTexts(notice, t, figures);
  return (
    <li className={classes.notice}>
      {to === null ? (
        <span className={classes.noticeTitle}>{title}</span>
      ) : (
        <Link to={to} {...(search !== undefined && { search })} className={classes.noticeTitle} onClick={onLeave}>
          {title}
        </Link>
      )}
      <span>{text}</span>
      <time className={classes.quiet} dateTime={new Date(notice.created_at).toISOString()}>
        {figures.dateTime(notice.created_at)}
      </time>
    </li>
  );
}
