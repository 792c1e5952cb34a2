import { Suspense, useState, type ReactNode } from 'react';
import { withTexts } from '../../app/i18n/with-texts.ts';
import { optionalPart } from '../../ui/optional-part.ts';

const ConvertDialog = optionalPart(
  withTexts(['convert'], async () => (await import('../convert/index.ts')).ConvertDialog),
);

/** The dialog of conversions, loaded when it is first opened. */
export function useConvertDialog(): { readonly dialog: ReactNode; readonly open: (currencyId: number) => void } {
  const [from, setFrom] = useState<number | null>(null);
  return {
    open: setFrom,
    dialog: from !== null && (
      <Suspense fallback={null}>
        <ConvertDialog opened from={from} onClose={() => setFrom(null)} />
      </Suspense>
    ),
  };
}
