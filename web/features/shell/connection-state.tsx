import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './header.module.css';

/** The state of the live connection and its latency. A lost connection is stated in words, not by colour alone. */
export function ConnectionState() {
  const { t } = useTranslation();
  const phase = useStore(useLive().socket.status, (status) => status.phase);
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const texts = {
    open: t('shell.connected'),
    connecting: t('shell.connecting'),
    waiting: isOnline ? t('shell.disconnected') : t('shell.offline'),
  };
  return (
    <span className={classes.connection}>
      <output className={classes.tool} title={texts[phase]}>
        <span className={classes.dot} data-phase={phase} aria-hidden="true" />
        <span className={phase === 'waiting' ? classes.lost : 'visually-hidden'}>{texts[phase]}</span>
      </output>
      {phase === 'open' && <Latency />}
    </span>
  );
}

/** From this latency on, in milliseconds, the connection is slow enough to affect manual trading. */
const slowMs = 400;

/** Not a live region, because it changes every few seconds. */
function Latency() {
  const { t } = useTranslation();
  const figures = useFigures();
  // Whole milliseconds, so that an unchanged number does not render.
  const latency = useStore(useLive().socket.latency, (ms) => (ms === null ? null : Math.ceil(ms)));
  if (latency === null) return <span className={classes.latency} />;
  const written = figures.milliseconds(latency);
  return (
    <span
      className={classes.latency}
      data-slow={latency > slowMs}
      data-testid="latency"
      title={t('shell.latency', { latency: written })}
    >
      {written}
    </span>
  );
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
