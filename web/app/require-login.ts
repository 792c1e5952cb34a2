import { redirect } from '@tanstack/react-router';
import i18next from 'i18next';
import type { Live } from '../live/context.tsx';
import { toast } from '../ui/toasts.ts';

interface Visit {
  readonly context: Live;
  readonly location: { readonly href: string };
  /** The page is only being fetched ahead; nobody has asked for it yet. */
  readonly preload: boolean;
}

/** Before a page that is for people with an account: a visitor is told so, logs in, and is led back. */
export function requireLogin({ context, location, preload }: Visit): void {
  if (context.session.store.getState().token !== null) return;
  if (!preload) toast(i18next.t('shell.loginFirst'), 'neutral');
  redirect({ to: '/login', search: { redirect: location.href }, replace: true, throw: true });
}
