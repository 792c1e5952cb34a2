import { logout } from '@bourse/contract/identity';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';

/** How long the goodbye stays before the login page comes, in milliseconds. */
const logoutDelayMs = 1_000;

/** Ends the session here at once, whether or not the server hears of it, and leads to login a second later. */
export function useLogout(): () => void {
  const { t } = useTranslation();
  const { call, session } = useLive();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    const told = call(logout, {}).catch(() => null);
    session.end();
    toast(t('success.logged_out'), 'success');
    await new Promise((resolve) => setTimeout(resolve, logoutDelayMs));
    await navigate({ to: '/login', search: { type: '1' } });
    await told;
  };
  return () => void leave();
}
