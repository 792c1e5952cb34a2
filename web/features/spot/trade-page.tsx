import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { MarketList, useMarketCatalogue, useMarketOfAddress } from '../markets/index.ts';
import { TradeScreen } from './trade-screen.tsx';
import { TradeSkeleton } from './trade-skeleton.tsx';
import classes from './trade-screen.module.css';

/** The spot trade screen of the market in the address. */
export function TradePage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/trade' });
  const state = useMarketCatalogue();
  const market = useMarketOfAddress('/trade', state.catalogue, id, isAny);
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

function isAny(): boolean {
  return true;
}
