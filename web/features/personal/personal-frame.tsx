import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts';
import { accountEntries } from '../shell/index.ts';
import classes from './personal-frame.module.css';

/** The menu of the personal centre beside the selected page, or above it on a narrow screen. */
export function PersonalFrame() {
  const { t } = useTranslation();
  const token = useSessionToken();
  const row = useCurrentInSight();
  return (
    <div className={classes.frame}>
      <nav ref={row} className={classes.menu} aria-label={t('shell.personal')}>
        {accountEntries.map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={classes.entry} activeProps={{ 'aria-current': 'page' }}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className={classes.page}>
        {/* Remounted on a change of user, so that typed values do not carry over. */}
        <Outlet key={token} />
      </div>
    </div>
  );
}
