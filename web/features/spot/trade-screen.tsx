import type { Match } from '@bourse/contract/markets';
import { Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useSessionToken } from '../../live/read.ts';
import { optionalPart } from '../../ui/optional-part.ts';
import { Panel } from '../../ui/panel.tsx';
import { useWidth } from '../../ui/use-width.ts';
import type { Market, MarketCatalogueState } from '../markets/index.ts';
import { Assets } from './assets.tsx';
import type { PricePick } from './book/price-pick.ts';
import { useTradeLayout } from './layout/use-trade-layout.ts';
import { MarketChoice } from './market/market-choice.tsx';
import { MarketHeader } from './market/market-header.tsx';
import { useOrderDrafts } from './ticket/order-drafts.ts';
import type { Side } from './ticket/order-form.ts';
import { useOrderAlerts } from './alerts/use-order-alerts.ts';
import { useOrderNotices } from './orders/order-notices.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { TradeViews } from './trade-views.tsx';
import { useFormKeys } from './ticket/use-form-keys.ts';
import classes from './trade-screen.module.css';

const PanelSplitters = optionalPart(async () => (await import('./layout/panel-splitters.tsx')).PanelSplitters);
const LayoutMenu = optionalPart(async () => (await import('./layout/layout-menu.tsx')).LayoutMenu);

interface TradeScreenProps {
  readonly market: Market;
  readonly markets: MarketCatalogueState;
}

/** The panels of a market, arranged by the width of the screen and by the user's layout. */
export function TradeScreen({ market, markets }: TradeScreenProps) {
  const { match, index } = market;
  const { t } = useTranslation();
  const width = useWidth();
  const token = useSessionToken();
  const [listOpen, setListOpen] = useState(false);
  const [sheet, setSheet] = useState<Side | null>(null);
  const drafts = useOrderDrafts(match);
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const screen = useRef<HTMLDivElement>(null);
  const layout = useTradeLayout(screen);
  useMarketFeeds(match);
  useOrderNotices();
  useOrderAlerts();
  useFormKeys(screen, width === 'narrow' ? setSheet : null);
  const { pickPrice } = drafts;
  // On a phone the form is hidden, so picking a price in the book opens it.
  const takePrice = useCallback(
    (pick: PricePick) => {
      pickPrice(pick);
      if (width === 'narrow') setSheet(pick.side);
    },
    [pickPrice, width],
  );
  const hasList = width === 'wide' && layout.preset === 'classic';

  return (
    <div ref={screen} className={classes.screen} data-preset={layout.preset} style={layout.style}>
      <MarketChoice
        markets={markets}
        to="/trade"
        selectedIndex={index}
        stale={stale}
        opened={listOpen}
        onOpen={setListOpen}
        place={hasList ? classes.list : null}
      />
      <div className={classes.header}>
        <MarketHeader
          market={market}
          onOpenList={hasList ? null : () => setListOpen(true)}
          tools={
            width === 'wide' && (
              <Suspense fallback={<span className={classes.menuRoom} />}>
                <LayoutMenu preset={layout.preset} onChoose={layout.choose} />
              </Suspense>
            )
          }
        />
      </div>
      <TradeViews
        width={width}
        tradesInTab={layout.preset === 'chart'}
        match={match}
        stale={stale}
        onPick={takePrice}
      />
      <TicketPanel
        className={classes.forms}
        match={match}
        drafts={drafts}
        width={width}
        sheet={sheet}
        onSheet={setSheet}
      />
      {(width === 'wide' || token !== null) && (
        <Panel label={t('trade.assets')} headless className={classes.assets}>
          <Assets match={match} />
        </Panel>
      )}
      {width !== 'narrow' && (
        <div className={classes.orders}>
          <OrdersPanel match={match} width={width} />
        </div>
      )}
      {width !== 'narrow' && (
        <Suspense fallback={null}>
          <PanelSplitters screen={screen} layout={layout} hasTrades={width === 'wide' && layout.preset !== 'chart'} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Follows the book and the tape of the current market. A change of market clears both before the next paint, so that
 * data of one market is never shown under another's name.
 */
function useMarketFeeds({ symbol }: Match): void {
  const { depth, tape } = useLive();
  useLayoutEffect(() => depth.watch(symbol), [depth, symbol]);
  useLayoutEffect(() => tape.watch(symbol), [tape, symbol]);
}
