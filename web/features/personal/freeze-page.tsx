import { freezeByLink } from '@bourse/contract/identity';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useAction } from './use-action.ts';
import security from './security.module.css';

/** Freezes an account with the token of a mail's link. A button sends it, because mail scanners open links. */
export function FreezePage() {
  const { t } = useTranslation();
  const token = useLocation({ select: ({ hash }) => hash.replace(/^#/, '') });
  const { call } = useLive();
  const { busy, refusal, run } = useAction();
  const [isDone, setDone] = useState(false);
  return (
    <div className={security.narrow}>
      <SettingsCard isPage id="freeze" title={t('account.freezeTitle')} text={t('account.freezeText')}>
        {isDone ? (
          <output>{t('success.account_frozen')}</output>
        ) : (
          <Button
            look="danger"
            size="touch"
            disabled={busy || token === ''}
            onClick={() => void run(() => call(freezeByLink, { token })).then(setDone)}
          >
            {t('account.freeze')}
          </Button>
        )}
        <p role="alert" className={security.refusal}>
          {token === '' ? t('errors.freeze_link_invalid') : refusal}
        </p>
      </SettingsCard>
    </div>
  );
}
