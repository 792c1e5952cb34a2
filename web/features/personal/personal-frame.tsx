import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { SectionFrame } from '../../ui/section-frame.tsx';
import { accountEntries } from '../shell/index.ts';

/** The menu of the personal centre beside the selected page, or above it on a narrow screen. */
export function PersonalFrame() {
  const { t } = useTranslation();
  const token = useSessionToken();
  return (
    <SectionFrame
      label={t('shell.personal')}
      groups={[accountEntries.map((entry) => ({ ...entry, label: t(entry.label) }))]}
    >
      {/* Remounted on a change of user, so that typed values do not carry over. */}
      <Outlet key={token} />
    </SectionFrame>
  );
}
