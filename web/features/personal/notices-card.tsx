import { Suspense } from 'react';
import { withTexts } from '../../app/i18n/with-texts.ts';
import { optionalPart } from '../../ui/optional-part.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

const NoticeSettings = optionalPart(
  withTexts(['alerts'], async () => (await import('../alerts/index.ts')).NoticeSettings),
);

/** The delivery of notices, and the user's price alerts; loaded after the page. */
export function NoticesCard() {
  return (
    <Suspense
      fallback={
        // The place of the card, so that a link to it works at once.
        <div id="notices" className={classes.card}>
          <SkeletonRows count={5} height={36} />
        </div>
      }
    >
      <NoticeSettings Card={SettingsCard} />
    </Suspense>
  );
}
