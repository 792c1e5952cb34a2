import { coinShow, type Match } from '@bourse/contract/markets';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Width } from '../../ui/use-width.ts';
import { OrderBook } from './book/order-book.tsx';
import type { PricePick } from './book/price-pick.ts';
import { Trades } from './book/trades.tsx';
import { ChartPanel } from './chart/chart-panel-later.tsx';
import { CurrencyOverview } from './market/currency-overview-later.tsx';
import { DepthChart } from './book/depth/depth-chart-later.tsx';
import { useOpenCount } from './orders/open-count.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import classes from './trade-screen.module.css';

type View = 'chart' | 'depth' | 'info' | 'book' | 'trades' | 'orders';

interface TradeViewsProps {
  readonly width: Width;
  /** Whether book and trades share a place on a wide screen too. */
  readonly tradesInTab: boolean;
  readonly match: Match;
  readonly stale: boolean;
  readonly onPick: (pick: PricePick) => void;
}

/**
 * Chart, overview, book and trades, on a phone also the orders: side by side where there is room, otherwise in tabs. A
 * place keeps its key when the width changes, so that the chart survives rotating a tablet.
 */
export const TradeViews = memo(function TradeViews({ width, tradesInTab, match, stale, onPick }: TradeViewsProps) {
  const { t } = useTranslation();
  const hasInfo = useRead(coinShow, {}, { staleMs: Infinity }).data?.data.desc_switch === 1;
  const [chosen, setChosen] = useState<Readonly<Partial<Record<PlaceKey, View>>>>({});
  const names = {
    chart: t('trade.chart'),
    depth: t('book.depth'),
    info: t('trade.info'),
    book: t('trade.book'),
    trades: t('trade.tape'),
    orders: t('trade.orders'),
  };
  const openOrders = useOpenCount(match);
  const contents = {
    chart: <ChartPanel match={match} />,
    depth: <DepthChart match={match} />,
    info: <CurrencyOverview match={match} />,
    book: <OrderBook match={match} onPick={onPick} />,
    trades: <Trades match={match} onPick={onPick} />,
    orders: (
      <div className={classes.ordersView}>
        <OrdersPanel match={match} width={width} />
      </div>
    ),
  };
  return placesOf(width === 'wide' && tradesInTab ? 'medium' : width, hasInfo).map(({ key, views }) => {
    const [first] = views;
    const shown = views.find((view) => view === chosen[key]) ?? first;
    const tabs = views.map((id) => ({ id, label: names[id], ...(id === 'orders' && { count: openOrders }) }));
    const choose = (view: View): void => setChosen((before) => ({ ...before, [key]: view }));
    return (
      <Panel
        key={key}
        label={names[shown]}
        stale={stale && shown !== 'info' && shown !== 'orders'}
        className={classes[key]}
        {...(views.length > 1
          ? { head: <Tabs label={names[first]} tabs={tabs} selected={shown} onSelect={choose} /> }
          : {})}
      >
        {contents[shown]}
      </Panel>
    );
  });
});

type PlaceKey = 'chart' | 'book' | 'trades';

interface Place {
  readonly key: PlaceKey;
  /** The views of the place, of which one is shown at a time. */
  readonly views: readonly [View, ...View[]];
}

/** The places for views at a width. */
function placesOf(width: Width, hasInfo: boolean): readonly Place[] {
  const info = hasInfo ? (['info'] as const) : [];
  switch (width) {
    case 'wide':
      return [
        { key: 'chart', views: ['chart', 'depth', ...info] },
        { key: 'book', views: ['book'] },
        { key: 'trades', views: ['trades'] },
      ];
    case 'medium':
      return [
        { key: 'chart', views: ['chart', 'depth', ...info] },
        { key: 'book', views: ['book', 'trades'] },
      ];
    case 'narrow':
      return [{ key: 'chart', views: ['chart', 'book', 'trades', 'orders', 'depth', ...info] }];
  }
}
