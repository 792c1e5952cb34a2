import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { SiteConfig } from '@bourse/contract/identity';
import { languageFrom } from '@bourse/contract/texts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { siteConfigQuery } from '../live/site-config.ts';
import { LiveProvider } from '../live/context.tsx';
import { AppearanceProvider } from '../ui/theme/appearance.tsx';
import { inTime } from '../ui/in-time.ts';
import { awaitTextFont } from '../ui/text-font.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { composeApp, type App } from './compose.ts';
import { setLanguage } from './i18n/i18n.ts';
import { chooseLanguage } from './i18n/languages.ts';
import { returnToPlace } from './reload-in-place.ts';
import './styles.ts';

await start();

async function start(): Promise<void> {
  const app = composeApp();
  app.live.socket.start();
  const config = siteConfigOf(app);
  const language = loadLanguage(app, config);
  await Promise.all([language, config, awaitTextFont(language)]);
  const root = document.querySelector('#root');
  if (root === null) throw new Error('no #root');
  createRoot(root).render(
    <StrictMode>
      <Providers app={app} />
    </StrictMode>,
  );
  returnToPlace();
}

/**
 * Waits for the site's configuration, so that the layout does not shift when it arrives, but not long for a slow or
 * unreachable server.
 */
async function siteConfigOf({ live }: App): Promise<SiteConfig | null> {
  const answer = await inTime(live.queries.query(siteConfigQuery(live)));
  return answer?.data ?? null;
}

/**
 * Loads the user's language. A new visitor's browser language may not be offered, so in that case the site's
 * configuration is awaited first: otherwise a second catalogue would be fetched and the page would switch languages
 * while it opens. Resolves with its texts as JSON.
 */
async function loadLanguage({ live, firstLanguage }: App, config: Promise<SiteConfig | null>): Promise<string> {
  const isKnown = languageFrom(live.storage.read('lang')) !== null || firstLanguage === 'en';
  return setLanguage(
    isKnown ? firstLanguage : chooseLanguage(null, navigator.languages, (await config)?.lang_switch ?? null),
  );
}

function Providers({ app }: { readonly app: App }) {
  return (
    <AppearanceProvider value={app.appearance}>
      <QueryClientProvider client={app.live.queries}>
        <LiveProvider live={app.live}>
          <RouterProvider router={app.router} />
        </LiveProvider>
      </QueryClientProvider>
      <ToastArea />
    </AppearanceProvider>
  );
}
