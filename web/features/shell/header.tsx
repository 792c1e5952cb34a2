import type { SiteConfig } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../app/i18n/with-texts.ts';
import { useSessionToken } from '../../live/read.ts';
import { useSiteFace } from '../../live/site-config.ts';
import { optionalPart } from '../../ui/optional-part.ts';
import { AccountMenu } from './account-menu.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { ConnectionState } from './connection-state.tsx';
import { Drawer } from './drawer.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import { useCurrentEntry, useNavigation } from './navigation.ts';
import { SupportLink } from './support-link.tsx';
import classes from './header.module.css';

const NoticeBell = optionalPart(
  withTexts(['alerts', 'wallet'], async () => (await import('../alerts/index.ts')).NoticeBell),
);

export function Header({ config }: { readonly config: SiteConfig | null }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const entries = useNavigation();
  const current = useCurrentEntry();
  const { name, langSwitch } = useSiteFace();
  return (
    <header className={classes.header}>
      <Link to="/home" className={classes.home} aria-label={`${name} ${t('shell.home')}`}>
        <Logo source={config?.logo ?? ''} />
        <span className={classes.name}>{name}</span>
      </Link>
      <nav className={classes.navigation} aria-label={t('shell.navigation')}>
        {entries.map(({ name: entry, to, label }) => (
          <Link key={entry} to={to} className={classes.entry} aria-current={entry === current ? 'page' : undefined}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <div className={classes.end}>
        {config?.simulated_market === 1 && (
          <span className={classes.simulated} title={t('shell.simulatedLong')}>
            {t('shell.simulated')}
          </span>
        )}
        <ConnectionState />
        <span className={classes.wide}>
          <SupportLink address={config?.kefuUrl ?? ''} className={classes.tool} short />
        </span>
        <LanguageMenu langSwitch={langSwitch} />
        <AppearanceMenu />
        {token !== null && (
          <span className={classes.bell}>
            <Suspense fallback={null}>
              <NoticeBell key={token} className={classes.tool} />
            </Suspense>
          </span>
        )}
        {token === null ? <VisitorLinks /> : <AccountMenu />}
        <Drawer support={config?.kefuUrl ?? ''} className={classes.opener} />
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
