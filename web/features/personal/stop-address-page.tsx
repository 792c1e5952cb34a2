import { stopWithdrawalAddress } from '@bourse/contract/addresses';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import security from './security.module.css';

/** Removes a withdrawal address with the token of a mail's link. A button sends it, because scanners open links. */
export function StopAddressPage() {
  const { t } = useTranslation();
  const token = useLocation({ select: ({ hash }) => hash.replace(/^#/, '') });
  const { call } = useLive();
  const { busy, refusal, run } = useAction();
  const [isDone, setDone] = useState(false);
  return (
    <div className={security.narrow}>
      <SettingsCard isPage id="stop-address" title={t('addresses.stopTitle')} text={t('addresses.stopText')}>
        {isDone ? (
          <output>{t('success.draw_address_removed')}</output>
        ) : (
          <Button
            look="danger"
            size="touch"
            disabled={busy || token === ''}
            onClick={() => void run(() => call(stopWithdrawalAddress, { token })).then(setDone)}
          >
            {t('addresses.stop')}
          </Button>
        )}
        <p role="alert" className={security.refusal}>
          {token === '' ? t('errors.address_link_invalid') : refusal}
        </p>
      </SettingsCard>
    </div>
  );
}
