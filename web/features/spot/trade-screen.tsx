import { coinShow, type Match } from '@bourse/contract';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useRead, useSessionToken } from '../../live/read.ts';
import { Panel } from '../../ui/panel.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWidth, type Width } from '../../ui/use-width.ts';
import type { Market, MarketCatalogueState } from '../markets/market-catalogue.ts';
import { MarketList } from '../markets/market-list.tsx';
import { Assets } from './assets.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { CurrencyOverview } from './currency-overview.tsx';
import { MarketHeader } from './market-header.tsx';
import { OrderBook } from './order-book.tsx';
import { useOrderDrafts } from './order-drafts.ts';
import type { Side } from './order-form.ts';
import { useOrderNews } from './order-news.ts';
import { OrdersPanel } from './orders-panel.tsx';
import { TicketPanel } from './ticket-panel.tsx';
import { Trades } from './trades.tsx';
import classes from './trade-screen.module.css';

interface TradeScreenProps {
  readonly market: Market;
  readonly markets: MarketCatalogueState;
}

/** The panels of a market, in the places that the width of the screen gives them. */
export function TradeScreen({ market: { match, index }, markets }: TradeScreenProps) {
  const { t } = useTranslation();
  const width = useWidth();
  const token = useSessionToken();
  const [listOpen, setListOpen] = useState(false);
  const drafts = useOrderDrafts(match);
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  useMarketFeeds(match);
  useOrderNews();
  const [sheet, setSheet] = useState<Side | null>(null);
  const { pickPrice } = drafts;
  // On a phone the form is out of sight: a price picked from the book brings it.
  const takePrice = useCallback(
    (price: string, side: Side) => {
      pickPrice(price);
      if (width === 'narrow') setSheet(side);
    },
    [pickPrice, width],
  );
  const views = useViews(width, match, stale, takePrice);

  return (
    <div className={classes.screen}>
      {width === 'wide' ? (
        <Panel label={t('markets.title')} headless stale={stale} className={classes.list}>
          <MarketList state={markets} selectedIndex={index} />
        </Panel>
      ) : (
        <Sheet title={t('markets.title')} from="left" opened={listOpen} onClose={() => setListOpen(false)}>
          <MarketList state={markets} selectedIndex={index} onChosen={() => setListOpen(false)} />
        </Sheet>
      )}
      <div className={classes.header}>
        <MarketHeader match={match} onOpenList={width === 'wide' ? null : () => setListOpen(true)} />
      </div>
      {views}
      <TicketPanel
        className={classes.forms}
        match={match}
        drafts={drafts}
        width={width}
        sheet={sheet}
        onSheet={setSheet}
      />
      {width === 'wide' && (
        <Panel label={t('trade.assets')} headless className={classes.assets}>
          <Assets match={match} />
        </Panel>
      )}
      <div className={classes.orders}>
        {width !== 'wide' && token !== null && (
          <Panel label={t('trade.assets')} headless className={classes.assetsAbove}>
            <Assets match={match} />
          </Panel>
        )}
        <OrdersPanel match={match} />
      </div>
    </div>
  );
}

/** Follows the book and the tape of the market on screen. */
function useMarketFeeds({ symbol }: Match): void {
  const { depth, tape } = useLive();
  useEffect(() => depth.watch(symbol), [depth, symbol]);
  useEffect(() => tape.watch(symbol), [tape, symbol]);
}

type View = 'chart' | 'info' | 'book' | 'trades';

/** How many lines a side of the book has where it stands: what its height holds. */
const bookLines: Readonly<Record<Width, number>> = { wide: 16, medium: 11, narrow: 10 };

/** Chart, overview, book and trades: side by side where there is room, otherwise behind tabs. */
function useViews(width: Width, match: Match, stale: boolean, onPrice: (price: string, side: Side) => void) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('chart');
  const hasInfo = useRead(coinShow, {}, { staleMs: Infinity }).data?.data.desc_switch === 1;
  const names = { chart: t('trade.chart'), info: t('trade.info'), book: t('trade.book'), trades: t('trade.tape') };
  const contents = {
    chart: <ChartPanel match={match} />,
    info: <CurrencyOverview match={match} />,
    book: <OrderBook match={match} lines={bookLines[width]} onPrice={onPrice} />,
    trades: <Trades match={match} />,
  };
  /** A panel with tabs for the views that share a place; the first of them when another place's view is chosen. */
  const place = (views: readonly [View, ...View[]], className: string | undefined) => {
    const shown = views.find((name) => name === view) ?? views[0];
    const tabs = views.map((id) => ({ id, label: names[id] }));
    return (
      <Panel
        label={names[shown]}
        stale={stale && shown !== 'info'}
        className={className}
        {...(views.length > 1
          ? { head: <Tabs label={names[views[0]]} tabs={tabs} selected={shown} onSelect={setView} /> }
          : {})}
      >
        {contents[shown]}
      </Panel>
    );
  };
  const chartViews: readonly [View, ...View[]] = hasInfo ? ['chart', 'info'] : ['chart'];
  switch (width) {
    case 'wide':
      return (
        <>
          {place(chartViews, classes.chart)}
          {place(['book'], classes.book)}
          {place(['trades'], classes.trades)}
        </>
      );
    case 'medium':
      return (
        <>
          {place(chartViews, classes.chart)}
          <SharedPlace className={classes.book} names={names} contents={contents} stale={stale} />
        </>
      );
    case 'narrow':
      return place(hasInfo ? ['chart', 'book', 'trades', 'info'] : ['chart', 'book', 'trades'], classes.chart);
  }
}

interface SharedPlaceProps {
  readonly className: string | undefined;
  readonly names: Readonly<Record<View, string>>;
  readonly contents: Readonly<Record<View, React.ReactNode>>;
  readonly stale: boolean;
}

/** Book and trades in one place, beside the chart, which keeps its own tabs. */
function SharedPlace({ className, names, contents, stale }: SharedPlaceProps) {
  const [shown, setShown] = useState<'book' | 'trades'>('book');
  const tabs = [
    { id: 'book', label: names.book },
    { id: 'trades', label: names.trades },
  ] as const;
  return (
    <Panel
      label={names[shown]}
      stale={stale}
      className={className}
      head={<Tabs label={names.book} tabs={tabs} selected={shown} onSelect={setShown} />}
    >
      {contents[shown]}
    </Panel>
  );
}
