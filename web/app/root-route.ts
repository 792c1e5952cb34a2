import { createRootRouteWithContext } from '@tanstack/react-router';
import type { PlainKey } from './i18n/plain-key.ts';
import { CrashPage, NotFoundPage, Shell } from '../features/shell/index.ts';
import type { Live } from '../live/context.tsx';

/** How wide a page is: seven or eight tenths of a desk, or all of it. On a phone every page has all of it. */
export type PageWidth = 'seventy' | 'eighty' | 'full';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The text that names the page in the browser's tab; without one the tab has the site's own title. */
    readonly title?: PlainKey;
    /** All of it when nothing is said. */
    readonly width?: PageWidth;
    /** The page uses nothing of the component library, whose scripts are then not fetched. */
    readonly light?: true;
  }
}

export type AppRoot = ReturnType<typeof createAppRoot>;

/** The route around every other: the shell, and what stands in it when there is no page or one that fails. */
export function createAppRoot() {
  return createRootRouteWithContext<Live>()({
    // Of an address that is no page.
    staticData: { title: 'shell.notFoundTitle', light: true },
    component: Shell,
    notFoundComponent: NotFoundPage,
    errorComponent: CrashPage,
  });
}
