import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '../../ui/states.tsx';
import { SecondFactorSettings } from '../second-factor/index.ts';
import { SettingsCard } from './settings-card.tsx';

/** The second factor of the login: authenticator app, passkeys and recovery codes. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  return (
    <SettingsCard id="second-factor" title={t('factor.title')} text={t('factor.text')}>
      <Suspense fallback={<SkeletonRows count={2} height={72} />}>
        <SecondFactorSettings />
      </Suspense>
    </SettingsCard>
  );
}
