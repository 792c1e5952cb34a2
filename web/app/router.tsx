import { createRoute, createRouter } from '@tanstack/react-router';
import type { Live } from '../live/context.tsx';
import { CrashPage, PendingPage } from '../features/shell/index.ts';
import { assetsFrame, assetsPages, pages, personalFrame, personalPages } from './pages.ts';
import { createAppRoot } from './root-route.ts';
import { lazyPage, routesOf } from './routes.ts';

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /**
     * The account that was typed on the previous page. It is kept in history state, because it must not appear in an
     * address.
     */
    readonly account?: string;
  }
}

/**
 * How long a page's scripts may load before a placeholder is shown, in milliseconds. A shorter wait is not noticed, and
 * a placeholder would only flicker.
 */
const pendingMs = 100;

/** The router of all pages. A page's scripts are loaded when it is first opened. */
export function createAppRouter(live: Live) {
  const root = createAppRoot();
  const personal = createRoute({
    getParentRoute: () => root,
    path: personalFrame.path,
    staticData: { title: personalFrame.title },
    component: lazyPage(personalFrame),
    pendingComponent: PendingPage,
  });
  const assets = createRoute({
    getParentRoute: () => root,
    path: assetsFrame.path,
    staticData: { title: assetsFrame.title },
    component: lazyPage(assetsFrame),
    pendingComponent: PendingPage,
  });
  const routes = {
    ...routesOf(live, root, pages),
    personal: personal.addChildren(routesOf(live, personal, personalPages)),
    assets: assets.addChildren(routesOf(live, assets, assetsPages)),
  };
  return createRouter({
    routeTree: root.addChildren(routes),
    context: live,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });
}

function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
