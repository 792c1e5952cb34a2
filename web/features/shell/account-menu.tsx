import { logout } from '@bourse/contract';
import { Menu } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './header.module.css';

/** How long the goodbye stays before the login page comes, in milliseconds. */
const logoutDelayMs = 1_000;

export function AccountMenu() {
  const { t } = useTranslation();
  const { session } = useLive();
  const account = useStore(session.store, (state) => state.account);
  const leave = useLogout();
  return (
    <Menu position="bottom-end" width={220} withinPortal transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button type="button" className={classes.tool} aria-label={`${t('shell.account')} ${account}`}>
          <IconUser size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.toolText}>{account}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account}</Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void leave()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session here at once, whether or not the server hears of it, and leads to login a second later. */
function useLogout(): () => Promise<void> {
  const { t } = useTranslation();
  const { call, session } = useLive();
  const navigate = useNavigate();
  return async () => {
    const told = call(logout, {}).catch(() => null);
    session.end();
    toast(t('shell.loggedOut'), 'success');
    await Promise.all([told, new Promise((resolve) => setTimeout(resolve, logoutDelayMs))]);
    await navigate({ to: '/login', search: { type: '1' } });
  };
}
