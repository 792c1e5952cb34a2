import type { Match } from '@bourse/contract/markets';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { optionalPart } from '../../../ui/optional-part.ts';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useOwnOpenOrders } from '../book/own-orders.ts';
import { drawLines, removeLines, type LineTone } from './draw-lines.ts';
import { LabelPlaces } from './label-places.ts';
import { nearestFirst, orderLines, type MovedLine, type OrderLine } from './order-lines.ts';
import type { PriceChart } from './price-chart.ts';

interface OwnOrderLinesProps {
  readonly chart: PriceChart;
  readonly match: Match;
}

/** Loaded only for users with open orders. */
const OrderLabels = optionalPart(async () => (await import('./order-labels.tsx')).OrderLabels);

/** Draws the user's open orders of a market on its chart, live, and lists them for screen readers. */
export function OwnOrderLines({ chart, match }: OwnOrderLinesProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { theme, directions } = useAppearance();
  const { buys, sells } = useOwnOpenOrders(match.id);
  const placed = useMemo(() => orderLines([...buys, ...sells]), [buys, sells]);
  const [moved, setMoved] = useState<MovedLine | null>(null);
  const [places] = useState(() => new LabelPlaces());
  const lines = useMemo(
    () => placed.map((line) => (line.key === moved?.key ? { ...line, price: moved.price } : line)),
    [placed, moved],
  );
  const words = useMemo(
    () => ({
      price: ({ price }: OrderLine): string => figures.fixed(price, match.price_decimals),
      label: (line: OrderLine): string => {
        const { way, waits, amount, count } = line;
        const side = way === 2 ? t('trade.buy') : t('trade.sell');
        const size = amount === null ? totalOf(line, match) : figures.trimmed(amount, match.amount_decimals);
        const parts = { side, amount: count > 1 ? `${size} (${count})` : size };
        return waits ? t('chart.stopOrder', parts) : `${parts.side} ${parts.amount}`;
      },
    }),
    [figures, match, t],
  );
  useEffect(() => {
    const toned = nearestFirst(lines).map((line) => ({ ...line, tone: toneOf(line) }));
    drawLines(chart.library, toned, { ...words, theme, directions }, moved?.key ?? null, places.report);
  }, [chart, lines, words, theme, directions, moved?.key, places]);
  useEffect(() => () => removeLines(chart.library), [chart]);
  return (
    <>
      <ul className="visually-hidden" aria-label={t('chart.myOrders')} data-testid="chart-orders">
        {placed.map((line) => (
          <li key={line.key}>{`${words.label(line)}, ${words.price(line)}`}</li>
        ))}
      </ul>
      {placed.length > 0 && (
        <Suspense fallback={null}>
          <OrderLabels
            chart={chart}
            match={match}
            lines={lines}
            words={words}
            places={places}
            moved={moved}
            onMove={setMoved}
          />
        </Suspense>
      )}
    </>
  );
}

function toneOf({ way }: OrderLine): LineTone {
  return way === 2 ? 'up' : 'down';
}

/** The size of an order by total, as "50 USDT"; of several together it is unknown. */
function totalOf({ orders }: OrderLine, { quote_currency_code: code }: Match): string {
  const total = orders.length > 1 ? null : (orders[0]?.quote_amount ?? null);
  return total === null ? '' : `${total} ${code}`;
}
