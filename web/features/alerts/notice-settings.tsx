import { noticePreferences, type NoticeWays, setNoticePreferences } from '@bourse/contract/alerts';
import { useMutation } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.ts';
import { AlertList } from './alert-list.tsx';
import classes from './notices.module.css';

interface NoticeSettingsProps {
  /** A section of the settings. */
  readonly Card: ComponentType<{
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly children: ReactNode;
  }>;
}

/** The ways in which price alerts are delivered, and all price alerts of the user. */
export function NoticeSettings({ Card }: NoticeSettingsProps) {
  const { t } = useTranslation();
  return (
    <Card id="notices" title={t('notices.title')} text={t('notices.text')}>
      <Settings />
    </Card>
  );
}

function Settings() {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const { data, isError, refetch } = useRead(noticePreferences, {}, { saidInPlace: true });
  const saving = useMutation({
    mutationFn: async (alerts: NoticeWays) => {
      if (data === undefined) return null;
      return (await call(setNoticePreferences, { ...data.data, alerts })).message;
    },
    onSuccess: (message) => {
      if (message !== null) toast(message, 'success');
      void queries.invalidateQueries({ queryKey: [noticePreferences.path] });
    },
  });
  if (data === undefined) return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={3} />;
  const ways = data.data.alerts;
  const choices = [
    { way: 'mail', name: t('notices.mail') },
    { way: 'page', name: t('notices.page') },
    { way: 'sound', name: t('notices.sound') },
  ] as const;
  return (
    <>
      <fieldset className={classes.ways}>
        <legend>{t('notices.alerts')}</legend>
        {choices.map(({ way, name }) => (
          <Checkbox
            key={way}
            look="switch"
            checked={ways[way]}
            disabled={saving.isPending}
            onChange={(on) => saving.mutate({ ...ways, [way]: on })}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <p className={classes.quiet}>{t('notices.security')}</p>
      <h3 className={classes.heading}>{t('alerts.title')}</h3>
      <AlertList />
    </>
  );
}
