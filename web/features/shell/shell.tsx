import { userInfo, type SiteConfig } from '@bourse/contract/identity';
import { languages } from '@bourse/contract/texts';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../app/i18n/languages.ts';
import { setLanguage } from '../../app/i18n/i18n.ts';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { FiguresContext, figuresOf } from '../../ui/use-figures.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useLastEntry } from './navigation.ts';
import { useRouteTitle } from './page-title.ts';
import { PendingPage } from './pending-page.tsx';
import { useSiteConfig } from '../../live/site-config.ts';
import classes from './shell.module.css';

const ComponentLibrary = lazy(async () => {
  const { ComponentLibrary: component } = await import('../../ui/component-library.tsx');
  return { default: component };
});

/** The layout around every page. */
export function Shell() {
  const { t, i18n } = useTranslation();
  const { storage } = useLive();
  const config = useSiteConfig();
  const width = useMatches({ select: (matches) => matches.at(-1)?.staticData.width ?? 'full' });
  const isLight = useMatches({ select: (matches) => matches.at(-1)?.staticData.light === true });
  const ownTimeZone = useAppearance().timeZone;
  useSite(config);
  useRouteTitle(config);
  usePerson();
  useLastEntry();
  const timeZone = ownTimeZone ?? config?.timezone ?? storage.read('timezone') ?? 'UTC';
  return (
    <FiguresContext value={figuresOf(i18n.language, timeZone)}>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          {t('shell.skip')}
        </a>
        <Header config={config} />
        {config?.simulated_market === 1 && <aside className={classes.strip}>{t('shell.simulatedLong')}</aside>}
        <main id="content" className={classes.content} tabIndex={-1} data-width={width}>
          {isLight ? (
            <Outlet />
          ) : (
            <Suspense fallback={<PendingPage />}>
              <ComponentLibrary>
                <Outlet />
              </ComponentLibrary>
            </Suspense>
          )}
        </main>
        <Footer config={config} />
        <BottomBar support={config?.kefuUrl ?? ''} />
        <Announcer />
      </div>
    </FiguresContext>
  );
}

/**
 * Stores the parts of the site's configuration that the next visit starts with, and switches to a language that the
 * site offers.
 */
function useSite(config: SiteConfig | null): void {
  const { storage } = useLive();
  const { i18n } = useTranslation();
  useEffect(() => {
    if (config === null) return;
    storage.write('app_name', config.app_name);
    storage.write('timezone', config.timezone);
    storage.write('double_pay_switch', String(config.double_pay_switch));
    const code = chooseLanguage(storage.read('lang'), navigator.languages, config.lang_switch);
    storage.write('lang', code);
    storage.write('locale', languages[code].tag);
    if (languages[code].tag !== i18n.language) void setLanguage(code);
  }, [config, storage, i18n]);
}

/** Loads the current user, which the account menu and the seller's links depend on. */
function usePerson(): void {
  const { session } = useLive();
  const user = useRead(userInfo, {}, { staleMs: Infinity }).data?.data;
  useEffect(() => {
    if (user !== undefined) session.describe(user);
  }, [user, session]);
}
