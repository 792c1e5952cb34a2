import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../ui/use-figures.ts';
import { type ChartOverlay, type PriceLine, PriceLines } from '../spot/index.ts';
import { useOpenOnPair } from './seconds-reads.ts';
import { useSecondsTexts } from './seconds-texts.ts';

/** The strike prices of the user's open contracts of a pair on its candles. */
export const StrikeLines: ChartOverlay = ({ chart, match }) => {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useSecondsTexts();
  const contracts = useOpenOnPair(match.id);
  const lines = useMemo(
    () =>
      contracts.flatMap(({ id, open_price: price, type, seconds }): PriceLine[] => {
        if (price === null) return [];
        const priceText = figures.fixed(price, match.price_decimals);
        const text = `${texts.direction({ type })} ${texts.duration(seconds)} · ${priceText}`;
        return [{ key: String(id), price, priceText, text, tone: type === 1 ? 'up' : 'down', hint: undefined }];
      }),
    [contracts, figures, texts, match.price_decimals],
  );
  if (lines.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PriceLines chart={chart} lines={lines} grid={match} name={t('seconds.open')} onMoved={keepInPlace} />
    </Suspense>
  );
};

/** Strike prices cannot be moved; without a hint, their labels cannot be dragged either. */
function keepInPlace(): void {}
