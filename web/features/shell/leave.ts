import { logout } from '@bourse/contract/identity';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';

/** How long the logout message is shown before the login page opens, in milliseconds. */
const logoutDelayMs = 1_000;

/**
 * Ends the session in this browser immediately, even when the server cannot be reached, and opens the login page a
 * second later.
 */
export function useLogout(): () => void {
  const { t } = useTranslation();
  const { call, session } = useLive();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    const request = call(logout, {}).catch(() => null);
    session.end();
    toast(t('success.logged_out'), 'success');
    await new Promise((resolve) => setTimeout(resolve, logoutDelayMs));
    await navigate({ to: '/login', search: { type: '1' } });
    await request;
  };
  return () => void leave();
}
