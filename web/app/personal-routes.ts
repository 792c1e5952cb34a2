import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ComingPage } from '../features/shell/index.ts';
import type { PlainKey } from './i18n/plain-key.ts';
import { withTexts } from './i18n/with-texts.ts';
import { requireLogin } from './require-login.ts';
import type { AppRoot } from './root-route.ts';

/** The personal centre: a frame with a menu, and its pages within. */
export function personalRoutes(root: AppRoot) {
  const frame = createRoute({
    getParentRoute: () => root,
    path: '/personal',
    // Of an address within it that is no page; the pages have names of their own.
    staticData: { title: 'shell.notFoundTitle' },
    component: lazyRouteComponent(
      withTexts('features/personal/personal-frame.tsx', () => import('../features/personal/personal-frame.tsx')),
      'PersonalFrame',
    ),
  });
  /** Pages that are not built yet. */
  const coming = <const Path extends string>(path: Path, title: PlainKey) =>
    createRoute({
      getParentRoute: () => frame,
      path,
      staticData: { title, width: 'seventy' },
      beforeLoad: requireLogin,
      component: ComingPage,
    });
  const pages = {
    first: createRoute({ getParentRoute: () => frame, path: '/', beforeLoad: () => toSettings() }),
    settings: createRoute({
      getParentRoute: () => frame,
      path: '/accountSettings',
      staticData: { title: 'shell.accountSettings', width: 'seventy' },
      beforeLoad: requireLogin,
      component: lazyRouteComponent(
        withTexts(
          'features/personal/account-settings-page.tsx',
          () => import('../features/personal/account-settings-page.tsx'),
        ),
        'AccountSettingsPage',
      ),
    }),
    transactionLog: coming('/transactionLog', 'shell.personal'),
    collectionSettings: coming('/collectionSettings', 'shell.personal'),
    authentication: coming('/authentication', 'shell.authentication'),
    editAddress: coming('/editAddress', 'shell.personal'),
    feedback: coming('/feedback', 'shell.feedback'),
  };
  const password = createRoute({
    getParentRoute: () => root,
    path: '/resetPassword',
    beforeLoad: () => toSettings('password'),
  });
  return [frame.addChildren(pages), password] as const;
}

function toSettings(card?: string): void {
  const hash = card === undefined ? {} : { hash: card };
  redirect({ to: '/personal/accountSettings', ...hash, replace: true, throw: true });
}
