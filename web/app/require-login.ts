import { redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import type { Live } from '../live/context.tsx';
import { toast } from '../ui/toasts.ts';

/**
 * Redirects a visitor to the login, and back to `href` afterwards.
 *
 * @param href the requested path with its query
 * @param preload true while the page is only prefetched, so that no message is shown
 */
export function requireLogin({ session }: Live, href: string, preload: boolean): void {
  if (session.store.getState().token !== null) return;
  if (!preload) toast(i18next.t('shell.loginFirst'), 'neutral');
  redirect({ to: '/login', search: { redirect: href }, replace: true, throw: true });
}
