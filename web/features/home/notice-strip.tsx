import { newsList, type NewsRow } from '@bourse/contract/content';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../app/i18n/languages.ts';
import { useRead } from '../../live/read.ts';
import { SkeletonText } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useReducedMotion } from '../../ui/use-reduced-motion.ts';
import { newsStaleMs, noticeInput } from './home-reads.ts';
import classes from './notice-strip.module.css';

/** How long a notice is shown, in milliseconds. */
const noticeMs = 5_000;

/** The latest notices, one at a time, each a link to its text, followed by a link to all notices. */
export function NoticeStrip() {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useRead(newsList, noticeInput, { staleMs: newsStaleMs });
  const notices = data?.data.data ?? [];
  return (
    <section className={classes.strip} aria-label={t('home.notices')}>
      <div className={classes.inside}>
        <IconSpeakerphone size={18} stroke={1.75} className={classes.sign} aria-hidden="true" />
        <div className={classes.place}>
          {isPending && <SkeletonText width="40%" />}
          {isError && (
            <p className={classes.failed}>
              <span className={classes.title}>{t('common.loadFailed')}</span>
              <button type="button" className={classes.retry} onClick={() => void refetch()}>
                {t('common.retry')}
              </button>
            </p>
          )}
          {!isPending && !isError && notices.length === 0 && <p className={classes.quiet}>{t('home.noNotices')}</p>}
          {notices.length > 0 && <Notices notices={notices} />}
        </div>
        <Link to="/notice" search={{ category_id: String(noticeInput.category_id) }} className={classes.all}>
          {t('home.allNotices')}
        </Link>
      </div>
    </section>
  );
}

function Notices({ notices }: { readonly notices: readonly NewsRow[] }) {
  const figures = useFigures();
  const [held, setHeld] = useState(false);
  const shown = useTurn(notices.length, held);
  const notice = notices[shown];
  if (notice === undefined) return null;
  return (
    <Link
      key={notice.id}
      to="/notice"
      search={{ id: String(notice.id), category_id: String(notice.category_id) }}
      className={classes.notice}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.title} lang={localeOf(notice.lang) ?? undefined}>
        {notice.title}
      </span>
      <time className={classes.date} dateTime={new Date(notice.created_at).toISOString()}>
        {figures.dateTime(notice.created_at)}
      </time>
    </Link>
  );
}

/**
 * The index of the notice to show. It does not advance under reduced motion, or while the pointer or the focus is
 * inside.
 */
function useTurn(count: number, held: boolean): number {
  const isCalm = useReducedMotion();
  const [turn, setTurn] = useState(0);
  const moves = !isCalm && !held && count > 1;
  useEffect(() => {
    if (!moves) return undefined;
    const timer = setInterval(() => setTurn((known) => known + 1), noticeMs);
    return () => clearInterval(timer);
  }, [moves]);
  return count === 0 ? 0 : turn % count;
}
