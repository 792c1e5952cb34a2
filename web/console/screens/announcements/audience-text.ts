import type { AnnouncementRow } from '@bourse/contract/console';
import { useCallback } from 'react';
import { useTexts } from '../../texts/texts.ts';

type Audience = Pick<AnnouncementRow, 'audience' | 'audience_name'>;

/** Returns an audience in words. */
export function useAudienceText(): (announcement: Audience) => string {
  const t = useTexts();
  return useCallback(
    ({ audience, audience_name: name }: Audience) => {
      const kind = t(`announcements.audiences.${audience.kind}`);
      if (audience.kind === 'all') return kind;
      return t('announcements.audienceOf', {
        kind,
        name: audience.kind === 'users' ? audience.users.join(', ') : name,
      });
    },
    [t],
  );
}
