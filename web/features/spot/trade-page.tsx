import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import {
  followMarket,
  type Market,
  type MarketCatalogue,
  MarketList,
  useMarketCatalogue,
  type Visit,
} from '../markets/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { TradeScreen } from './trade-screen.tsx';
import { TradeSkeleton } from './trade-skeleton.tsx';
import classes from './trade-screen.module.css';

/** The spot trade screen of the market in the address. */
export function TradePage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/trade' });
  const state = useMarketCatalogue();
  const market = useMarketOfAddress(state.catalogue, id);
  useArrival(market);
  if (state.failed) return <ErrorState onRetry={state.retry} />;
  if (state.catalogue === null) return <TradeSkeleton />;
  if (market === null && id === undefined) return <EmptyState text={t('markets.empty')} />;
  if (market === null) {
    return (
      <div className={classes.unknown}>
        <div className={classes.missing}>
          <h1>{t('markets.unknown')}</h1>
          <Link to="/markets">{t('orders.allMarkets')}</Link>
        </div>
        <MarketList state={state} selectedIndex={null} />
      </div>
    );
  }
  return <TradeScreen market={market} markets={state} />;
}

/** The market in the address. When the market's index changes, the address is updated. */
function useMarketOfAddress(catalogue: MarketCatalogue | null, index: string | undefined): Market | null {
  const { storage } = useLive();
  const navigate = useNavigate({ from: '/trade' });
  const [visit, setVisit] = useState<Visit | null>(null);
  const market = catalogue === null ? null : followMarket(catalogue, index, storage.read('curmatch'), visit);
  const marketId = market?.match.id;
  if (marketId !== undefined && (visit?.index !== index || visit?.marketId !== marketId)) setVisit({ index, marketId });
  const moved = market !== null && index !== undefined && String(market.index) !== index ? String(market.index) : null;
  useEffect(() => {
    if (moved !== null) void navigate({ search: { id: moved }, replace: true, resetScroll: false });
  }, [moved, navigate]);
  return market;
}

/** Stores the market, and announces a change of market to screen readers. */
function useArrival(market: Market | null): void {
  const { storage } = useLive();
  const before = useRef<string | null>(null);
  const { id, symbol } = market?.match ?? {};
  useEffect(() => {
    if (id === undefined || symbol === undefined) return;
    storage.write('curmatch', String(id));
    if (before.current !== null && before.current !== symbol) announce(symbol);
    before.current = symbol;
  }, [id, symbol, storage]);
}
