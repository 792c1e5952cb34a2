import { sessionList, sessionRevoke, sessionRevokeOthers, type SessionInfo } from '@bourse/contract/identity';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2, IconWorld } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { announce } from '../../ui/announcer.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useDeviceName } from './use-device-name.ts';
import classes from './settings.module.css';

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
  unknown: IconWorld,
};

/** The account's sessions, with buttons that end them. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(sessionList, {});
  const [asking, setAsking] = useState(false);
  const end = useEnding();
  const sessions = data?.data;
  const hasOthers = sessions !== undefined && sessions.length > 1;
  return (
    <SettingsCard
      id="sessions"
      title={t('account.sessions')}
      text={t('account.sessionsText')}
      action={
        <Button look="plain" disabled={!hasOthers} onClick={() => setAsking(true)}>
          {t('account.endOthers')}
        </Button>
      }
    >
      {sessions === undefined &&
        (isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={2} height={72} />)}
      {sessions !== undefined && (
        <ul className={classes.sessions}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate({ id: session.id })}
            />
          ))}
        </ul>
      )}
      {sessions?.length === 1 && <p className={classes.note}>{t('account.onlyThis')}</p>}
      <EndOthersDialog opened={asking} onClose={() => setAsking(false)} />
    </SettingsCard>
  );
}

function EndOthersDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const end = useEnding({ saidInPlace: true, onEnded: onClose });
  const close = (): void => {
    end.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('account.endOthersTitle')}
      opened={opened}
      confirmLabel={t('account.endOthers')}
      cancelLabel={t('account.keepOthers')}
      isDestructive
      busy={end.isPending}
      error={refusalOf(end.error)}
      onConfirm={() => end.mutate('others')}
      onClose={close}
    >
      <p>{t('account.endOthersText')}</p>
    </ConfirmDialog>
  );
}

interface SessionRowProps {
  readonly session: SessionInfo;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const device = useDeviceName()(session);
  const Icon = icons[session.kind];
  return (
    <li className={classes.session}>
      <Icon size={22} stroke={1.5} className={classes.sessionIcon} aria-hidden="true" />
      <div className={classes.sessionText}>
        <p className={classes.device}>
          {device}
          {session.current === 1 && <span className={classes.mark}>{t('account.current')}</span>}
        </p>
        <p className={classes.quiet}>{t('account.lastUsed', { time: figures.dateTime(session.last_used_at) })}</p>
        <p className={classes.quiet}>
          {t('account.loggedIn', { time: figures.dateTime(session.created_at), address: session.address })}
        </p>
      </div>
      {session.current === 0 && (
        <Button look="plain" disabled={busy} aria-label={t('account.endThis', { device })} onClick={onEnd}>
          {t('account.end')}
        </Button>
      )}
    </li>
  );
}

interface EndingOptions {
  /** The caller shows a refusal, instead of a toast. */
  readonly saidInPlace?: boolean;
  readonly onEnded?: () => void;
}

/** Ends one session by its id, or all others. */
function useEnding({ saidInPlace = false, onEnded }: EndingOptions = {}) {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace },
    mutationFn: async (which: { readonly id: number } | 'others') => {
      const { message } = which === 'others' ? await call(sessionRevokeOthers, {}) : await call(sessionRevoke, which);
      return message;
    },
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onEnded?.();
    },
    // A session that could not be ended may have ended already.
    onSettled: () => queries.invalidateQueries({ queryKey: [sessionList.path] }),
  });
}
