import type { Match } from '@bourse/contract/markets';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useOwnOpenOrders } from '../book/own-orders.ts';
import { drawOrders, removeOrders } from './draw-orders.ts';
import { orderLines, type OrderLine } from './order-lines.ts';
import type { PriceChart } from './price-chart.ts';

interface OwnOrderLinesProps {
  readonly chart: PriceChart;
  readonly match: Match;
}

/** Draws the user's open orders of a market on its chart, live, and lists them for screen readers. */
export function OwnOrderLines({ chart, match }: OwnOrderLinesProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { theme, directions } = useAppearance();
  const { buys, sells } = useOwnOpenOrders(match.id);
  const lines = useMemo(() => orderLines([...buys, ...sells]), [buys, sells]);
  const words = useMemo(
    () => ({
      price: ({ price }: OrderLine): string => figures.fixed(price, match.price_decimals),
      label: ({ way, waits, amount, count }: OrderLine): string => {
        const side = way === 2 ? t('trade.buy') : t('trade.sell');
        const left = amount === null ? '' : figures.trimmed(amount, match.amount_decimals);
        const parts = { side, amount: count > 1 ? `${left} (${count})` : left };
        return waits ? t('chart.stopOrder', parts) : `${parts.side} ${parts.amount}`;
      },
    }),
    [figures, match, t],
  );
  useEffect(
    () => drawOrders(chart.library, lines, { ...words, theme, directions }),
    [chart, lines, words, theme, directions],
  );
  useEffect(() => () => removeOrders(chart.library), [chart]);
  return (
    <ul className="visually-hidden" aria-label={t('chart.myOrders')} data-testid="chart-orders">
      {lines.map((line) => (
        <li key={line.key}>{`${words.label(line)}, ${words.price(line)}`}</li>
      ))}
    </ul>
  );
}
