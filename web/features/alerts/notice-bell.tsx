import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { NoticeList } from './notice-list.tsx';
import { useNoticeArrivals, useNotices } from './notice-reads.ts';
import classes from './notices.module.css';

/** The highest number that the badge shows. */
const maxShown = 99;

/** The number of unread notices in the header; opens their list. */
export function NoticeBell({ className }: { readonly className: string | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const unread = useNotices(1).data?.data.unread ?? 0;
  useNoticeArrivals();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={t('notices.unread', { count: unread })}
        title={t('notices.title')}
        onClick={() => setOpened(true)}
      >
        <span className={classes.bell}>
          <IconBell size={18} stroke={1.75} aria-hidden="true" />
          {unread > 0 && <span className={classes.badge}>{unread > maxShown ? `${maxShown}+` : unread}</span>}
        </span>
      </button>
      <Sheet title={t('notices.title')} from="right" opened={opened} onClose={() => setOpened(false)}>
        <NoticeList onLeave={() => setOpened(false)} />
      </Sheet>
    </>
  );
}
