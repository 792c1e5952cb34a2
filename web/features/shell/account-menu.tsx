import {
  IconCreditCard,
  IconId,
  IconListDetails,
  IconLogout,
  IconMessage,
  IconSettings,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { Menu, MenuGroup, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { shorten } from '../../ui/shorten.ts';
import { useLogout } from './leave.ts';
import classes from './header.module.css';

/** The links of the account menu. */
export const accountEntries = [
  { to: '/personal/accountSettings', label: 'shell.accountSettings', Icon: IconSettings },
  { to: '/personal/authentication', label: 'shell.authentication', Icon: IconId },
  { to: '/personal/collectionSettings', label: 'shell.collectionSettings', Icon: IconCreditCard },
  { to: '/personal/transactionLog', label: 'shell.transactionLog', Icon: IconListDetails },
  { to: '/personal/feedback', label: 'shell.feedback', Icon: IconMessage },
] as const;

export function AccountMenu() {
  const { t } = useTranslation();
  const { session } = useLive();
  const account = useStore(session.store, (state) => state.account);
  const leave = useLogout();
  return (
    <Menu
      label={`${t('shell.account')} ${account}`}
      width={240}
      className={classes.tool}
      face={
        <>
          <IconUser size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes.toolText} title={account}>
            {shorten(account)}
          </span>
        </>
      }
    >
      <MenuGroup label={account}>
        <MenuLink to="/assets/overview" sign={<IconWallet size={16} aria-hidden="true" />}>
          {t('shell.assets')}
        </MenuLink>
        {accountEntries.map(({ to, label, Icon }) => (
          <MenuLink key={to} to={to} sign={<Icon size={16} aria-hidden="true" />}>
            {t(label)}
          </MenuLink>
        ))}
      </MenuGroup>
      <MenuItem sign={<IconLogout size={16} aria-hidden="true" />} onSelect={leave}>
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  );
}
