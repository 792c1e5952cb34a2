import { redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import type { Live } from '../live/context.tsx';
import { toast } from '../ui/toasts.ts';

/**
 * Before a page that requires a login: leads a visitor to the login, and back afterwards.
 *
 * @param href the address that was asked for
 * @param preload whether the page is only being fetched ahead, so that there is nothing to say yet
 */
export function requireLogin({ session }: Live, href: string, preload: boolean): void {
  if (session.store.getState().token !== null) return;
  if (!preload) toast(i18next.t('shell.loginFirst'), 'neutral');
  redirect({ to: '/login', search: { redirect: href }, replace: true, throw: true });
}
