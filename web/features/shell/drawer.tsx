import { IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useSessionToken } from '../../live/read.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { accountEntries } from './account-menu.tsx';
import { useLogout } from './leave.ts';
import { useCurrentEntry, useNavigation } from './navigation.ts';
import { SupportLink } from './support-link.tsx';
import classes from './drawer.module.css';

interface DrawerProps {
  readonly support: string;
  /** The class of the button that opens it. */
  readonly className: string | undefined;
  /** The visible name of the button, after its icon. */
  readonly text?: ReactNode;
}

/** A button that opens the navigation on screens whose header has no room for it. */
export function Drawer({ support, className, text }: DrawerProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={text === undefined ? t('shell.menu') : undefined}
        aria-expanded={opened}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        {text}
      </button>
      <Sheet title={t('shell.menu')} from="right" opened={opened} onClose={close}>
        <DrawerEntries support={support} onChosen={close} />
      </Sheet>
    </>
  );
}

function DrawerEntries({ support, onChosen }: { readonly support: string; readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const entries = useNavigation();
  const current = useCurrentEntry();
  return (
    <nav className={classes.entries} aria-label={t('shell.navigation')}>
      {token === null ? <VisitorEntries onChosen={onChosen} /> : <AccountName />}
      {entries.map(({ name, to, label }) => (
        <Link
          key={name}
          to={to}
          className={classes.entry}
          aria-current={name === current ? 'page' : undefined}
          onClick={onChosen}
        >
          {t(label)}
        </Link>
      ))}
      <div className={classes.own}>
        {token !== null && <AccountEntries onChosen={onChosen} />}
        <SupportLink address={support} className={classes.entry} />
        {token !== null && <LeaveEntry onChosen={onChosen} />}
      </div>
    </nav>
  );
}

function VisitorEntries({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.visitor}>
      <Link to="/login" className={classes.login} onClick={onChosen}>
        {t('shell.login')}
      </Link>
      <Link to="/register" className={classes.register} onClick={onChosen}>
        {t('shell.register')}
      </Link>
    </div>
  );
}

function AccountName() {
  return <p className={classes.account}>{useStore(useLive().session.store, ({ account }) => account)}</p>;
}

function AccountEntries({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  return accountEntries.map(({ to, label, Icon }) => (
    <Link key={to} to={to} className={classes.entry} activeProps={{ 'aria-current': 'page' }} onClick={onChosen}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {t(label)}
    </Link>
  ));
}

function LeaveEntry({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation();
  const leave = useLogout();
  const goodbye = (): void => {
    onChosen();
    leave();
  };
  return (
    <button type="button" className={classes.entry} onClick={goodbye}>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      {t('shell.logout')}
    </button>
  );
}
