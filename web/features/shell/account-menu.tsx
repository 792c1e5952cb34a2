import { Menu } from '@mantine/core';
import { IconId, IconLogout, IconMessage, IconSettings, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { shorten } from '../../ui/shorten.ts';
import { useLogout } from './leave.ts';
import classes from './header.module.css';

/** What a person with an account finds under their name. */
export const accountEntries = [
  { to: '/personal/accountSettings', label: 'shell.accountSettings', Icon: IconSettings },
  { to: '/personal/authentication', label: 'shell.authentication', Icon: IconId },
  { to: '/personal/feedback', label: 'shell.feedback', Icon: IconMessage },
] as const;

export function AccountMenu() {
  const { t } = useTranslation();
  const { session } = useLive();
  const account = useStore(session.store, (state) => state.account);
  const leave = useLogout();
  return (
    <Menu position="bottom-end" width={240} withinPortal transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button type="button" className={classes.tool} aria-label={`${t('shell.account')} ${account}`}>
          <IconUser size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.toolText} title={account}>
            {shorten(account)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.account}>{account}</Menu.Label>
        {accountEntries.map(({ to, label, Icon }) => (
          <Menu.Item
            key={to}
            leftSection={<Icon size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={leave}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
