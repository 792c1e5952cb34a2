import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { Live } from '../live/context.tsx';
import type { MarketsSearch } from '../features/markets/index.ts';
import { CrashPage } from '../features/shell/index.ts';
import { readHomeAhead } from '../features/home/index.ts';
import { withTexts } from './i18n/with-texts.ts';
import { comingRoutes } from './coming-routes.ts';
import { personalRoutes } from './personal-routes.ts';
import { createAppRoot } from './root-route.ts';

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** The account that was typed on the page before; it does not belong into an address. */
    readonly account?: string;
  }
}

/** Every address of the page. A screen's scripts are fetched when it is first opened. */
export function createAppRouter(live: Live) {
  const root = createAppRoot();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHome }),
    createRoute({
      getParentRoute: () => root,
      path: '/home',
      staticData: { light: true },
      loader: ({ context }) => readHomeAhead(context),
      component: lazyRouteComponent(
        withTexts('features/home/home-page.tsx', () => import('../features/home/home-page.tsx')),
        'HomePage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/trade',
      staticData: { title: 'shell.trade', light: true },
      validateSearch: (search: Record<string, unknown>): TradeSearch => pick(search, ['id']),
      component: lazyRouteComponent(
        withTexts('features/spot/trade-page.tsx', () => import('../features/spot/trade-page.tsx')),
        'TradePage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/markets',
      staticData: { title: 'shell.markets', width: 'eighty', light: true },
      validateSearch: (search: Record<string, unknown>): MarketsSearch => pick(search, ['tab', 'sort', 'order']),
      component: lazyRouteComponent(
        withTexts('features/markets/markets-page.tsx', () => import('../features/markets/markets-page.tsx')),
        'MarketsPage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/login',
      staticData: { title: 'shell.loginTitle' },
      validateSearch: (search: Record<string, unknown>): LoginSearch => pick(search, ['type', 'redirect']),
      component: lazyRouteComponent(
        withTexts('features/identity/login-page.tsx', () => import('../features/identity/login-page.tsx')),
        'LoginPage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/register',
      staticData: { title: 'shell.registerTitle' },
      validateSearch: (search: Record<string, unknown>): RegisterSearch => pick(search, ['extension_code', 'redirect']),
      component: lazyRouteComponent(
        withTexts('features/identity/register-page.tsx', () => import('../features/identity/register-page.tsx')),
        'RegisterPage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/forgetPassword',
      staticData: { title: 'shell.forgetPassword' },
      validateSearch: (search: Record<string, unknown>): RecoverySearch => pick(search, ['redirect']),
      component: lazyRouteComponent(
        withTexts('features/identity/recovery-page.tsx', () => import('../features/identity/recovery-page.tsx')),
        'RecoveryPage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/demo/outbox',
      staticData: { title: 'shell.outboxTitle' },
      validateSearch: (search: Record<string, unknown>): OutboxSearch => pick(search, ['to']),
      component: lazyRouteComponent(
        withTexts('features/outbox/outbox-page.tsx', () => import('../features/outbox/outbox-page.tsx')),
        'OutboxPage',
      ),
    }),
    ...personalRoutes(root),
    createRoute({
      getParentRoute: () => root,
      path: '/notice',
      staticData: { title: 'shell.news', width: 'eighty' },
      validateSearch: (search: Record<string, unknown>): NoticeSearch => pick(search, ['id', 'category_id']),
      component: lazyRouteComponent(
        withTexts('features/notice/notice-page.tsx', () => import('../features/notice/notice-page.tsx')),
        'NoticePage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/white',
      staticData: { title: 'shell.white', width: 'eighty' },
      component: lazyRouteComponent(
        withTexts('features/white/white-page.tsx', () => import('../features/white/white-page.tsx')),
        'WhitePage',
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/app',
      staticData: { title: 'shell.appTitle', width: 'seventy' },
      component: lazyRouteComponent(
        withTexts('features/app/app-page.tsx', () => import('../features/app/app-page.tsx')),
        'AppPage',
      ),
    }),
    ...comingRoutes(root),
  ] as const;
  return createRouter({
    routeTree: root.addChildren(routes),
    context: live,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });
}

export interface TradeSearch {
  /** The zero-based index of the market in the flattened list of groups. */
  readonly id?: string;
}

export interface LoginSearch {
  /** "1" after a logout. */
  readonly type?: string;
  /** The path to go to afterwards. */
  readonly redirect?: string;
}

export interface RegisterSearch {
  /** An invitation code that came with the link. */
  readonly extension_code?: string;
  readonly redirect?: string;
}

export interface RecoverySearch {
  readonly redirect?: string;
}

export interface OutboxSearch {
  /** The e-mail address or phone number whose messages are shown. */
  readonly to?: string;
}

export interface NoticeSearch {
  /** The number of an article; the newest of the category without one. */
  readonly id?: string;
  readonly category_id?: string;
}

function toHome(): void {
  redirect({ to: '/home', replace: true, throw: true });
}

/** Addresses hold plain texts; a code such as "1e5" must not become a number. */
function pick<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const picked: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') picked[name] = value;
  }
  return picked;
}

function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
