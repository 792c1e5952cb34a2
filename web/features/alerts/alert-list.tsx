import { type Alert, alertsList, alertsRemove } from '@bourse/contract/alerts';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './notices.module.css';

/** The user's price alerts of all markets, newest first. */
export function AlertList() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(alertsList, {}, { followed: true });
  const state = tableState(data?.data, isError);
  switch (state.kind) {
    case 'loading':
      return <SkeletonRows count={2} height={36} />;
    case 'error':
      return <ErrorState onRetry={() => void refetch()} />;
    case 'empty':
      return <EmptyState text={t('alerts.empty')} />;
    case 'rows':
      return (
        <>
          {state.stale && <StaleNote />}
          <ul className={classes.list}>
            {state.rows.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        </>
      );
  }
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const figures = useFigures();
  const side = alert.direction === 'above' ? '≥' : '≤';
  const name = `${alert.symbol} ${side} ${figures.trimmed(alert.price, 8)}`;
  const removal = useMutation({
    mutationFn: async () => (await call(alertsRemove, { id: alert.id })).message,
    onSuccess: (message) => toast(message, 'success'),
    onSettled: () => queries.invalidateQueries({ queryKey: [alertsList.path] }),
  });
  const state = [alert.repeat === 1 ? t('alerts.repeat') : null, alert.armed === 0 ? t('alerts.waiting') : null];
  return (
    <li className={classes.alert}>
      <span className="figures">{name}</span>
      <span className={classes.quiet}>{state.filter((text) => text !== null).join(' · ')}</span>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('alerts.remove', { alert: name })}
        disabled={removal.isPending}
        onClick={() => removal.mutate()}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </li>
  );
}
