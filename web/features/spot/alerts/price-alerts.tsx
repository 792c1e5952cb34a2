import type { Match } from '@bourse/contract/markets';
import { IconBellPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../app/i18n/with-texts.ts';
import { useSessionToken } from '../../../live/read.ts';
import { requestedPart } from '../../../ui/requested-part.ts';
import { Sheet } from '../../../ui/sheet.tsx';

const Content = requestedPart(withTexts(['alerts'], async () => (await import('../../alerts/index.ts')).AlertsContent));

/** A button that opens the user's price alerts; nothing for visitors. */
export function PriceAlerts({ match, className }: { readonly match: Match; readonly className: string | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  if (useSessionToken() === null) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('screen.priceAlerts')}
        title={t('screen.priceAlerts')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconBellPlus size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Sheet title={t('screen.priceAlerts')} from="centre" opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={null}>
          <Content match={match} />
        </Suspense>
      </Sheet>
    </>
  );
}
