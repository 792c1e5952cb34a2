import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './header.module.css';

/**
 * Whether live data is coming in, and how long a word takes there and back. A lost connection is said in words, not by
 * colour alone.
 */
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

/** From here on a connection is slow enough to matter to somebody who trades by hand, in milliseconds. */
const slowMs = 400;

/** Not part of what is read out by itself: it changes every few seconds. */
function Latency() {
  const { t } = useTranslation();
  const figures = useFigures();
  // To whole milliseconds, as it is shown: the same figure is not rendered again.
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
