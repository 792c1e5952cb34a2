import type { LeverPosition } from '@bourse/contract/leverage';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestedPart } from '../../ui/requested-part.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { type ChartOverlay, type PriceLine, PriceLines } from '../spot/index.ts';
import { useOpenRows } from './lever-reads.ts';
import { useLeverTexts } from './lever-texts.ts';

const StopsDialog = requestedPart(
  async () => (await import('./stops-dialog.tsx')).StopsDialog,
  ({ onClose }) => onClose(),
);

type Part = 'entry' | 'takeProfit' | 'stopLoss' | 'liquidation';

const none: readonly LeverPosition[] = [];

/** A stop that was dragged to another price. */
interface Dragged {
  readonly position: LeverPosition;
  readonly moved: { readonly takeProfit?: string; readonly stopLoss?: string };
}

/** The user's positions and orders of a pair on its chart: entries, targets, stops and liquidation prices. */
export const LeverLines: ChartOverlay = ({ chart, match }) => {
  const { t } = useTranslation();
  const held = useOpenRows('held').data?.data.data ?? none;
  const ordered = useOpenRows('ordered').data?.data.data ?? none;
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const own = useMemo(
    () => [...held, ...ordered].filter((position) => position.currency_match_id === match.id),
    [held, ordered, match.id],
  );
  const lines = useLines(own, match.price_decimals);
  const onMoved = (key: string, price: string): void => {
    const [part, id] = key.split(' ');
    const position = own.find((one) => String(one.id) === id);
    // A price of zero would clear the stop.
    if (position === undefined || !(Number(price) > 0)) return;
    setDragged({ position, moved: part === 'takeProfit' ? { takeProfit: price } : { stopLoss: price } });
  };
  if (own.length === 0) return null;
  return (
    <>
      <Suspense fallback={null}>
        <PriceLines chart={chart} lines={lines} grid={match} name={t('lever.positions')} onMoved={onMoved} />
      </Suspense>
      {dragged !== null && (
        <Suspense>
          <StopsDialog {...dragged} onClose={() => setDragged(null)} />
        </Suspense>
      )}
    </>
  );
};

function useLines(own: readonly LeverPosition[], decimals: number): readonly PriceLine[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useLeverTexts();
  return useMemo(() => {
    const lineOf = (
      part: Part,
      position: LeverPosition,
      price: string | null,
      look: Pick<PriceLine, 'tone' | 'hint'> & { readonly label: string },
    ): PriceLine[] => {
      if (price === null) return [];
      const priceText = figures.fixed(price, decimals);
      const { label, ...rest } = look;
      return [{ ...rest, key: `${part} ${position.id}`, price, priceText, text: `${label} · ${priceText}` }];
    };
    // The positions of a pair have one liquidation price.
    const liquidated = own.find((position) => position.liquidation_price !== null);
    return own.flatMap((position) => {
      const name = `${texts.side(position)} ${position.share}`;
      const isOrder = position.status === 0;
      const tone = position.type === 1 ? 'up' : 'down';
      const hint = t('lever.dragStop');
      const entry = isOrder ? position.target_price : position.price;
      const label = isOrder ? t('lever.orderLine', { name }) : name;
      return [
        ...lineOf('entry', position, entry, { label, tone, hint: undefined }),
        ...lineOf('takeProfit', position, position.target_profit_price, {
          label: t('lever.takeProfitLine', { name }),
          tone: 'up',
          hint,
        }),
        ...lineOf('stopLoss', position, position.stop_loss_price, {
          label: t('lever.stopLossLine', { name }),
          tone: 'down',
          hint,
        }),
        ...lineOf('liquidation', position, position === liquidated ? position.liquidation_price : null, {
          label: t('lever.liquidationLine'),
          tone: 'warning',
          hint: undefined,
        }),
      ];
    });
  }, [own, decimals, figures, texts, t]);
}
