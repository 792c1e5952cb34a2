import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { currencyMatches, favorite } from '@bourse/contract/markets';
import { type Language, languageCodes, languageFrom } from '@bourse/contract/texts';
import { createAttempts } from '../live/attempts.ts';
import { callHeaders, createCaller, type CallerPorts } from '../live/caller.ts';
import { openStorage } from '../live/browser-storage.ts';
import { followChanges } from '../live/changing-reads.ts';
import { openDevice } from '../live/device.ts';
import type { Live } from '../live/context.tsx';
import { createDownloader } from '../live/download.ts';
import { CallFailure, isRetried, reactionTo, refusalOf } from '../live/failure.ts';
import { createFavourites } from '../live/favourites.ts';
import { createDepthFeed } from '../live/feeds/depth.ts';
import { createOrderFeed } from '../live/feeds/orders.ts';
import { createTapeFeed } from '../live/feeds/tape.ts';
import { createTickerFeed } from '../live/feeds/tickers.ts';
import { openInstallation } from '../live/installation.ts';
import { followPrivateReads } from '../live/private-reads.ts';
import { randomId } from '../live/random-id.ts';
import { personOf, untilAnswered } from '../live/read.ts';
import { createServerClock } from '../live/server-clock.ts';
import { openSession } from '../live/session.ts';
import { isTypedInto, openShortcuts } from '../live/shortcuts.ts';
import { createSocket } from '../live/socket.ts';
import { pathAfterLogin } from '../features/identity/index.ts';
import { announce } from '../ui/announcer.tsx';
import { isDialogOpen } from '../ui/sheet.tsx';
import { openAppearance, type Appearance } from '../ui/theme/appearance.tsx';
import { toast } from '../ui/toasts.ts';
import { createAppRouter, type AppRouter } from './router.tsx';
import { languageOfBrowser } from './i18n/languages.ts';

export interface App {
  readonly live: Live;
  readonly router: AppRouter;
  readonly appearance: Appearance;
  /** The language to start with, before the site's configuration is known. */
  readonly firstLanguage: Language;
}

/** Composes the page. Every dependency is created here and passed on as an argument. */
export function composeApp(): App {
  const storage = openStorage(() => localStorage);
  const firstLanguage =
    languageFrom(storage.read('lang')) ?? languageOfBrowser(navigator.languages, languageCodes) ?? 'en';
  const device = openDevice(storage);
  const session = openSession(storage, onStorage);
  const token = (): string | null => session.store.getState().token;
  const report = (error: unknown): void => reportFailure(error);
  const queries = createQueries(report);
  const clock = createServerClock(Date.now, () => performance.now());
  const ports: CallerPorts = {
    fetch: (input, init) => fetch(input, init),
    token,
    language: () => languageFrom(storage.read('lang')) ?? firstLanguage,
    deviceId: device.id,
    onDate: clock.observe,
    attempts: createAttempts({ newKey: randomId, nowMs: () => performance.now() }),
  };
  const call = createCaller(ports);
  const socket = createSocket({
    open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
    random: Math.random,
    now: () => performance.now(),
    onOnline: (listener) => window.addEventListener('online', listener),
    onSessionEnded: () => reportFailure(new CallFailure({ kind: 'session_ended', token: token() })),
  });
  const live: Live = {
    call,
    clock,
    download: createDownloader(ports),
    headersOf: (sent) => callHeaders(ports, token(), sent, {}),
    socket,
    session,
    storage,
    tab: openStorage(() => sessionStorage),
    device,
    queries,
    tickers: createTickerFeed(socket),
    depth: createDepthFeed(socket),
    tape: createTapeFeed(socket),
    orders: createOrderFeed(socket),
    installation: openInstallation(window),
    favourites: createFavourites({
      storage,
      session,
      save: (market, added) => call(favorite, { currency_match_id: market, added: added ? 1 : 0 }),
      report,
      now: Date.now,
      onStorage,
    }),
    shortcuts: openShortcuts({
      storage,
      onKey: (listener) => document.addEventListener('keydown', listener),
      isTakenBy: isTypedInto,
      isDialogOpen,
    }),
    report,
  };
  const router = createAppRouter(live);

  const reportFailure = (error: unknown): void => {
    const reaction = reactionTo(error, token());
    if (reaction.forgetSession) session.end();
    if (reaction.say !== null) {
      const text = 'text' in reaction.say ? reaction.say.text : i18next.t(reaction.say.key);
      toast(text);
      // A toast disappears after a second, which is too short for many users of screen readers.
      announce(text);
    }
    if (reaction.goToLogin) goToLogin();
  };
  // The end of a session is reported by the socket and by several calls at once. A second navigation would cancel the
  // one that is loading the login page.
  let isLeaving = false;
  const goToLogin = (): void => {
    const { href, pathname } = router.state.location;
    if (isLeaving || pathname === '/login') return;
    isLeaving = true;
    void router.navigate({ to: '/login', search: { redirect: href } }).finally(() => {
      isLeaving = false;
    });
  };

  followSession(live);
  session.onElsewhere(() => {
    // After a login in another tab, a login page here opens the page that was requested. Any other page checks access
    // again.
    const { pathname, search } = router.state.location;
    if (token() === null || pathname !== '/login') void router.invalidate();
    else router.history.push(pathAfterLogin(search.redirect));
  });
  return { live, router, appearance: openAppearance(storage), firstLanguage };
}

/**
 * Calls back when another tab has changed the storage, with the key. A page in the back-forward cache gets no events,
 * so on its return any key may have changed (null).
 */
function onStorage(listener: (key: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => listener(key));
  window.addEventListener('pageshow', ({ persisted }) => persisted && listener(null));
}

/** Private data belongs to one user: a change of user clears it and switches the socket's session. */
function followSession({ session, socket, orders, queries }: Live): void {
  let person = session.store.getState().token;
  socket.identify(person);
  session.store.subscribe(({ token }) => {
    if (token === person) return;
    person = token;
    orders.forget();
    // Keep showing the public markets until those with the user's stars are loaded.
    const markets = queries.getQueryData([currencyMatches.path, {}, null]);
    if (token !== null) queries.setQueryData([currencyMatches.path, {}, token], markets, { updatedAt: 0 });
    queries.removeQueries({ predicate: (query) => ![null, token].includes(personOf(query)) });
    socket.identify(token);
  });
  followChanges({ socket, queries });
  followPrivateReads({ socket, orders, queries });
}

function createQueries(report: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // A panel shows a failed load in place; refusals and ended sessions are reported immediately.
      onError: (error, query) => {
        if (!(error instanceof CallFailure) || error.outcome.kind === 'failed') return;
        if (untilAnswered(query) !== false) return;
        const { meta } = query;
        if (error.outcome.kind === 'refused' && meta?.['saidInPlace'] === true) return;
        report(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.['saidInPlace'] === true && refusalOf(error) !== null) return;
        report(error);
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: isRetried,
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      },
      mutations: { retry: false },
    },
  });
}
