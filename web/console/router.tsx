import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AbsentPage, CrashPage } from './frame/state-pages.tsx';
import { Root } from './frame/root.tsx';
import { ScreenFrame } from './frame/screen-frame.tsx';
import { ScreenSkeleton } from './frame/screen-skeleton.tsx';
import { FirstScreen } from './frame/first-screen.tsx';
import { entryScreens, screens, type Screen } from './screens/registry.ts';

/** How long a screen's script may load before a placeholder is shown, in milliseconds. */
const pendingMs = 100;

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

/** The router: a route for each screen of the registry. A screen's script is loaded when it is first opened. */
export function createConsoleRouter() {
  const root = createRootRoute({ component: Root, notFoundComponent: AbsentPage, errorComponent: CrashPage });
  const first = createRoute({ getParentRoute: () => root, path: '/', component: FirstScreen });
  const entries = entryScreens.map(({ path, load }) =>
    createRoute({ getParentRoute: () => root, path, component: lazyScreen(load), pendingComponent: ScreenSkeleton }),
  );
  const routes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: lazyScreen(screen.load, (content) => <ScreenFrame screen={screen}>{content}</ScreenFrame>),
    }),
  );
  return createRouter({
    routeTree: root.addChildren([first, ...entries, ...routes]),
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: pendingMs,
    defaultPendingMinMs: 0,
    // Query parameters stay texts: a code such as "1e5" must not become a number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearch,
  });
}

function lazyScreen(load: Screen['load'], frame: (content: ReactNode) => ReactNode = (content) => content) {
  return lazyRouteComponent(async () => {
    const [Content, ...others] = Object.values(await load());
    if (Content === undefined || others.length > 0) throw new Error('a screen exports exactly one component');
    return { default: () => frame(<Content />) };
  });
}

function writeSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
