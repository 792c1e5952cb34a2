import { createRootRouteWithContext } from '@tanstack/react-router';
import { CrashPage, NotFoundPage, Shell } from '../features/shell/index.ts';
import type { Live } from '../live/context.tsx';
import type { Page } from './pages.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly title?: Page['title'] | undefined;
    readonly width?: Page['width'] | undefined;
    readonly light?: Page['light'] | undefined;
  }
}

export type AppRoot = ReturnType<typeof createAppRoot>;

/** The root route: the shell, and its content when a page is missing or fails. */
export function createAppRoot() {
  return createRootRouteWithContext<Live>()({
    // The title for an unknown path.
    staticData: { title: 'shell.notFoundTitle', light: true },
    component: Shell,
    notFoundComponent: NotFoundPage,
    errorComponent: CrashPage,
  });
}
