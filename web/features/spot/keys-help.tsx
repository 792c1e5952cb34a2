import { IconKeyboard } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../live/use-shortcut.ts';
import { requestedPart } from '../../ui/requested-part.ts';
import { Sheet } from '../../ui/sheet.tsx';

const KeysSheet = requestedPart(async () => (await import('./keys-sheet.tsx')).KeysSheet);

/** A button that lists the screen's keyboard shortcuts, as the question mark key does. */
export function KeysHelp({ className }: { readonly className: string | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useShortcut('?', () => setOpened(true));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('screen.keys')}
        title={t('screen.keys')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconKeyboard size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Sheet title={t('screen.keys')} from="centre" opened={opened} onClose={() => setOpened(false)}>
        <Suspense fallback={null}>
          <KeysSheet />
        </Suspense>
      </Sheet>
    </>
  );
}
