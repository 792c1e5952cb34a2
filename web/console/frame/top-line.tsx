import { IconKeyboard, IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { sessionCalls } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { ConsoleLink } from '../parts/console-link.tsx';
import { durationText } from '../parts/duration.ts';
import { useNow } from '../parts/use-now.ts';
import { useConsole } from '../wire/console-context.tsx';
import { useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './top-line.module.css';

interface TopLineProps {
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onHelp: () => void;
}

/** Amber in a demo and red on a live exchange, so that no one mistakes one for the other. */
export function TopLine({ isMenuOpen, onMenu, onHelp }: TopLineProps) {
  const t = useTexts();
  const { mode, name, email, roles } = useSession();
  const { theme, choose } = useAppearance();
  const { call, leave } = useConsole();
  const logOut = async (): Promise<void> => {
    // The cookie may have expired already; the page leaves either way.
    await call(sessionCalls.logout, {}).catch(() => undefined);
    leave('logged_out');
  };
  return (
    <header className={classes.line} data-mode={mode}>
      <button
        type="button"
        className={`${classes.tool} ${classes.menu}`}
        aria-label={t('frame.menu')}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <ConsoleLink to="/" className={classes.product}>
        {t('frame.product')}
      </ConsoleLink>
      <span className={classes.mode} title={t(mode === 'demo' ? 'frame.demoLong' : 'frame.liveLong')}>
        {t(mode === 'demo' ? 'frame.demo' : 'frame.live')}
      </span>
      <span className={classes.gap} />
      <SessionLeft />
      <span className={classes.who} title={email}>
        <b>{name}</b>
        <span className={classes.roles}>{roles.map((role) => t(`roles.${role}`)).join(', ')}</span>
      </span>
      <Tool label={t('frame.help')} onClick={onHelp}>
        <IconKeyboard size={18} stroke={1.75} aria-hidden="true" />
      </Tool>
      <Tool
        label={t(theme === 'dark' ? 'frame.toLight' : 'frame.toDark')}
        onClick={() => choose({ theme: theme === 'dark' ? 'light' : 'dark' })}
      >
        {theme === 'dark' ? (
          <IconSun size={18} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconMoon size={18} stroke={1.75} aria-hidden="true" />
        )}
      </Tool>
      <Tool label={t('frame.logOut')} onClick={() => void logOut()}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      </Tool>
    </header>
  );
}

/** The time left of the session: until it ends for lack of activity, and at the latest. */
function SessionLeft() {
  const t = useTexts();
  const { idle_until, ends_at } = useSession();
  const now = useNow(1_000);
  const idle = coarse(Math.min(idle_until, ends_at) - now);
  const total = coarse(ends_at - now);
  return (
    <span
      className={classes.left}
      data-soon={Math.min(idle_until, ends_at) - now < 120_000}
      title={t('frame.sessionLeft', { idle, total })}
    >
      <span>{t('frame.idleLeft', { left: idle })}</span>
      <span className={classes.total}>{t('frame.totalLeft', { left: total })}</span>
    </span>
  );
}

/** Seconds matter in the last two minutes only. */
function coarse(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  return durationText(left < 120_000 ? left : Math.floor(left / 60_000) * 60_000);
}

interface ToolProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
