import { IconSettings } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestedPart } from '../../../ui/requested-part.ts';
import { Sheet } from '../../../ui/sheet.tsx';

const Content = requestedPart(async () => (await import('./trading-settings-content.tsx')).TradingSettingsContent);

/** A button that opens the settings of notifications and confirmations. */
export function TradingSettings({ className }: { readonly className: string | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('screen.settings')}
        title={t('screen.settings')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconSettings size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Sheet title={t('screen.settings')} from="centre" opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={null}>
          <Content />
        </Suspense>
      </Sheet>
    </>
  );
}
