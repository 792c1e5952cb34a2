import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import classes from './header.module.css';

/** Whether live data is coming in. A lost connection is said in words, not by colour alone. */
export function ConnectionState() {
  const { t } = useTranslation();
  const phase = useStore(useLive().socket.status, (status) => status.phase);
  const texts = { open: t('shell.connected'), connecting: t('shell.connecting'), waiting: t('shell.disconnected') };
  return (
    <output className={classes.tool} title={texts[phase]}>
      <span className={classes.dot} data-phase={phase} aria-hidden="true" />
      <span className={phase === 'waiting' ? classes.lost : 'visually-hidden'}>{texts[phase]}</span>
    </output>
  );
}
