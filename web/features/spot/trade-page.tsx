import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { findMarket, useMarketCatalogue } from '../markets/market-catalogue.ts';
import { MarketList } from '../markets/market-list.tsx';
import { TradeScreen } from './trade-screen.tsx';
import { TradeSkeleton } from './trade-skeleton.tsx';
import classes from './trade-screen.module.css';

/** The spot trade screen of the market that the address names. */
export function TradePage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/trade' });
  const { storage } = useLive();
  const state = useMarketCatalogue();
  const market = state.catalogue === null ? null : findMarket(state.catalogue, id, storage.read('curmatch'));
  const marketId = market?.match.id;
  useEffect(() => {
    if (marketId !== undefined) storage.write('curmatch', String(marketId));
  }, [marketId, storage]);
  if (state.failed) return <ErrorState onRetry={state.retry} />;
  if (state.catalogue === null) return <TradeSkeleton />;
  if (market === null && id === undefined) return <EmptyState text={t('markets.empty')} />;
  if (market === null) {
    return (
      <div className={classes.unknown}>
        <EmptyState text={t('markets.unknown')} />
        <MarketList state={state} selectedIndex={null} />
      </div>
    );
  }
  return <TradeScreen market={market} markets={state} />;
}
