import { deviceList, forgetDevice } from '@bourse/contract/identity';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import { useDeviceName } from './use-device-name.ts';
import classes from './settings.module.css';

/** The devices that log in without a verification code. */
export function DevicesCard() {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const figures = useFigures();
  const nameOf = useDeviceName();
  const { data, isError, refetch } = useRead(deviceList, {});
  const { busy, run } = useAction();
  const devices = data?.data;
  const forget = (id: string): void => {
    void run(() => call(forgetDevice, { id })).then(() => queries.invalidateQueries({ queryKey: [deviceList.path] }));
  };
  return (
    <SettingsCard id="devices" title={t('account.devices')} text={t('account.devicesText')}>
      {devices === undefined &&
        (isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={2} height={72} />)}
      {devices?.length === 0 && <EmptyState text={t('account.noDevices')} />}
      {devices !== undefined && devices.length > 0 && (
        <ul className={classes.sessions}>
          {devices.map((device) => (
            <li key={device.id} className={classes.session}>
              <div className={classes.sessionText}>
                <p className={classes.device}>
                  {nameOf(device)}
                  {device.current === 1 && <span className={classes.mark}>{t('account.thisDevice')}</span>}
                </p>
                <p className={classes.quiet}>
                  {t('account.lastUsed', { time: figures.dateTime(device.last_used_at) })}
                </p>
              </div>
              <Button
                look="plain"
                disabled={busy}
                aria-label={t('account.forgetThis', { device: nameOf(device) })}
                onClick={() => forget(device.id)}
              >
                {t('account.forget')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}
