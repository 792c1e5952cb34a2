import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { optionalPart } from '../../ui/optional-part.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { SettingsCard } from './settings-card.tsx';

const NoticeSettings = optionalPart(async () => (await import('../alerts/index.ts')).NoticeSettings);

/** The delivery of notices, and the user's price alerts. */
export function NoticesCard() {
  const { t } = useTranslation();
  return (
    <SettingsCard id="notices" title={t('notices.title')} text={t('notices.text')}>
      <Suspense fallback={<SkeletonRows count={3} height={36} />}>
        <NoticeSettings />
      </Suspense>
    </SettingsCard>
  );
}
