import { buyList, sellList, type Match, type Order } from '@bourse/contract';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Answer } from '../../../live/caller.ts';
import { useLive } from '../../../live/context.tsx';
import { mergeOpenOrders, type OrderView } from '../../../live/feeds/orders.ts';
import { useRead, useSessionToken } from '../../../live/read.ts';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { drawOrders } from './draw-orders.ts';
import { orderLines, type OrderLine } from './order-lines.ts';
import type { PriceChart } from './price-chart.ts';

/** The longest page of open orders; who has more on one side of a market sees the newest of them. */
const most = 100;

const none: readonly OrderLine[] = [];

/** Draws the reader's own open orders of a market on its chart, as they come, change and end. */
export function useOrderLines(chart: PriceChart | null, match: Match, shown: boolean): void {
  const { t } = useTranslation();
  const figures = useFigures();
  const { theme, directions } = useAppearance();
  const open = useOpenLines(match);
  const lines = shown ? open : none;
  useEffect(() => {
    if (chart === null) return;
    drawOrders(chart.library, lines, {
      theme,
      directions,
      price: ({ price }) => figures.fixed(price, match.price_decimals),
      label: ({ way, waits, amount, count }) => {
        const words = {
          side: way === 2 ? t('trade.buy') : t('trade.sell'),
          amount: `${amount === null ? '' : figures.trimmed(amount, match.amount_decimals)}${count > 1 ? ` (${count})` : ''}`,
        };
        return waits ? t('chart.stopOrder', words) : `${words.side} ${words.amount}`;
      },
    });
  }, [chart, lines, match, theme, directions, figures, t]);
}

function useOpenLines(match: Match): readonly OrderLine[] {
  const { orders } = useLive();
  const news = useStore(orders.store, (view) => view.orders);
  const visitor = useSessionToken() === null;
  const filter = { page: 1, limit: most, currency_match_id: match.id };
  const buys = useRead(buyList, filter).data;
  const sells = useRead(sellList, filter).data;
  return useMemo(
    () =>
      visitor ? none : orderLines([...openOrders(match.id, 2, buys, news), ...openOrders(match.id, 1, sells, news)]),
    [visitor, match.id, buys, sells, news],
  );
}

function openOrders(
  matchId: number,
  way: Order['way'],
  page: Answer<{ readonly data: readonly Order[] }> | undefined,
  news: OrderView['orders'],
): readonly Order[] {
  const fetched =
    page === undefined ? { orders: [], sequence: -1 } : { orders: page.data.data, sequence: page.sequence };
  return mergeOpenOrders(
    { ...fetched, number: 1 },
    news,
    (order) => order.way === way && order.currency_match_id === matchId,
  );
}
