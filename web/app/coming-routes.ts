import { createRoute, redirect } from '@tanstack/react-router';
import type { PlainKey } from './i18n/plain-key.ts';
import { ComingPage } from '../features/shell/index.ts';
import { requireLogin } from './require-login.ts';
import type { AppRoot } from './root-route.ts';

/** Addresses that are known and whose pages are not built yet. Each goes from here when its page comes. */
export function comingRoutes(root: AppRoot) {
  /** For people with an account. */
  const own = <const Path extends string>(path: Path, title: PlainKey) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { title, width: 'seventy', light: true },
      beforeLoad: requireLogin,
      component: ComingPage,
    });
  const first = <const Path extends string>(path: Path, lead: () => void) =>
    createRoute({ getParentRoute: () => root, path, beforeLoad: lead });
  return [
    own('/lever', 'shell.lever'),
    own('/second', 'shell.second'),
    own('/deposit', 'shell.deposit'),
    own('/coinlog', 'shell.coinlog'),
    first('/legalIndex', () => redirect({ to: '/legalIndex/legal', replace: true, throw: true })),
    own('/legalIndex/legal', 'shell.legal'),
    own('/legalIndex/orders', 'shell.legal'),
    own('/legalIndex/orderdetail', 'shell.legal'),
    first('/myshop', () => redirect({ to: '/myshop/myshoporders', replace: true, throw: true })),
    own('/myshop/myshoporders', 'shell.myshop'),
    own('/myshop/shoporders', 'shell.myshop'),
    own('/myshop/shoporderdetail', 'shell.myshop'),
    first('/assets', () => redirect({ to: '/assets/tradeAccount', replace: true, throw: true })),
    own('/assets/tradeAccount', 'shell.assets'),
    own('/assets/legalAccount', 'shell.assets'),
    own('/assets/leverAccount', 'shell.assets'),
    own('/assets/secondAccount', 'shell.assets'),
    own('/assets/financialAccount', 'shell.assets'),
    own('/assets/bindAddr', 'shell.assets'),
    own('/assets/dealRecords', 'shell.assets'),
    own('/assets/transfer', 'shell.assets'),
    own('/assets/transferLog', 'shell.assets'),
    own('/tradePassword', 'shell.tradePassword'),
    own('/bindAccount', 'shell.bindAccount'),
  ] as const;
}
