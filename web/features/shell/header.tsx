import type { SiteConfig } from '@bourse/contract';
import { IconHeadset } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { AccountMenu } from './account-menu.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { ConnectionState } from './connection-state.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import classes from './header.module.css';

export function Header({ config }: { readonly config: SiteConfig | null }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  return (
    <header className={classes.header}>
      <Link to="/home" className={classes.home} aria-label={config?.app_name}>
        <Logo source={config?.logo ?? ''} />
        <span className={classes.name}>{config?.app_name}</span>
      </Link>
      <nav className={classes.navigation} aria-label={t('shell.navigation')}>
        <Link to="/trade" className={classes.entry} activeProps={{ 'aria-current': 'page' }}>
          {t('shell.trade')}
        </Link>
      </nav>
      <div className={classes.end}>
        {config?.simulated_market === 1 && (
          <span className={classes.simulated} title={t('shell.simulatedLong')}>
            {t('shell.simulated')}
          </span>
        )}
        <ConnectionState />
        <SupportLink address={config?.kefuUrl ?? ''} />
        <LanguageMenu langSwitch={config?.lang_switch ?? 0} />
        <AppearanceMenu />
        {token === null ? <VisitorLinks /> : <AccountMenu />}
      </div>
    </header>
  );
}

function VisitorLinks() {
  const { t } = useTranslation();
  return (
    <>
      <Link to="/login" className={classes.login}>
        {t('shell.login')}
      </Link>
      <Link to="/register" className={classes.register}>
        {t('shell.register')}
      </Link>
    </>
  );
}

/** Only an address of the web is followed; a setting could hold anything. */
function SupportLink({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  if (!/^https?:\/\//.test(address)) return null;
  return (
    <a className={classes.tool} href={address} target="_blank" rel="noopener noreferrer" title={t('shell.support')}>
      <IconHeadset size={18} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">{t('shell.support')}</span>
    </a>
  );
}
