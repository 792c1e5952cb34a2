import { IconArrowsExchange, IconChartBar, IconHome, IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Drawer } from './drawer.tsx';
import { useCurrentEntry } from './navigation.ts';
import classes from './bottom-bar.module.css';

const entries = [
  { to: '/home', label: 'shell.home', Icon: IconHome },
  { to: '/markets', label: 'shell.markets', Icon: IconChartBar },
  { to: '/trade', label: 'shell.trade', Icon: IconArrowsExchange },
  { to: '/assets/overview', label: 'shell.assets', Icon: IconWallet },
] as const;

/** The main links at the bottom of a phone's screen, and the menu with all others. */
export function BottomBar({ support }: { readonly support: string }) {
  const { t } = useTranslation();
  const isInAssets = useCurrentEntry() === 'assets';
  return (
    <nav className={classes.bar} aria-label={t('shell.quick')}>
      {entries.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.entry}
          activeProps={{ 'aria-current': 'page' }}
          aria-current={isInAssets && to === '/assets/overview' ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          <span className={classes.label}>{t(label)}</span>
        </Link>
      ))}
      <Drawer
        support={support}
        className={classes.entry}
        text={<span className={classes.label}>{t('shell.menu')}</span>}
      />
    </nav>
  );
}
