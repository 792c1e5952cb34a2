import { IconArrowsExchange, IconChartBar, IconHome, IconUser, IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './bottom-bar.module.css';

const entries = [
  { to: '/home', label: 'shell.home', Icon: IconHome },
  { to: '/markets', label: 'shell.markets', Icon: IconChartBar },
  { to: '/trade', label: 'shell.trade', Icon: IconArrowsExchange },
  { to: '/assets', label: 'shell.assets', Icon: IconWallet },
  { to: '/personal', label: 'shell.account', Icon: IconUser },
] as const;

/** The main links at the bottom of a phone's screen. */
export function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.bar} aria-label={t('shell.quick')}>
      {entries.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.entry} activeProps={{ 'aria-current': 'page' }}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          <span className={classes.label}>{t(label)}</span>
        </Link>
      ))}
    </nav>
  );
}
