import type { Match } from '@bourse/contract/markets';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/states.tsx';
import {
  type MarketCatalogue,
  type MarketCatalogueState,
  MarketList,
  useMarketCatalogue,
  useMarketOfAddress,
} from '../markets/index.ts';
import { TradeSkeleton } from '../spot/index.ts';
import { IndexFeedProvider, useIndexFeed } from './index-feed.ts';
import { SecondScreen } from './second-screen.tsx';
import classes from './second-screen.module.css';

/** Seconds contracts on the pair in the address. */
export function SecondPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/second' });
  const all = useMarketCatalogue();
  const state = useOffered(all);
  const market = useMarketOfAddress('/second', all.catalogue, id, isOffered);
  const feed = useIndexFeed();
  if (state.failed) return <ErrorState onRetry={state.retry} />;
  if (state.catalogue === null) return <TradeSkeleton />;
  if (market === null) {
    const isOff = state.catalogue.markets.length === 0;
    return (
      <div className={classes.unknown}>
        <div className={classes.missing}>
          <h1>{t(isOff ? 'seconds.off' : 'seconds.unknownPair')}</h1>
          {isOff && <p>{t('seconds.offText')}</p>}
          <Link to="/second/rule">{t('shell.secondRule')}</Link>
          <Link to="/trade">{t('shell.toTrade')}</Link>
        </div>
        {!isOff && <MarketList state={state} to="/second" selectedIndex={null} />}
      </div>
    );
  }
  return (
    <IndexFeedProvider value={feed}>
      <SecondScreen key={market.match.id} market={market} markets={state} />
    </IndexFeedProvider>
  );
}

/** The pairs with seconds contracts, with their positions in the whole list. */
function useOffered({ catalogue, ...state }: MarketCatalogueState): MarketCatalogueState {
  const offered = useMemo(() => (catalogue === null ? null : offeredIn(catalogue)), [catalogue]);
  return { ...state, catalogue: offered };
}

function offeredIn({ groups, markets }: MarketCatalogue): MarketCatalogue {
  return {
    groups: groups
      .map((group) => ({ ...group, matches: group.matches.filter(isOffered) }))
      .filter(({ matches }) => matches.length > 0),
    markets: markets.filter(({ match }) => isOffered(match)),
  };
}

function isOffered({ open_microtrade: open, quote_currency_code: code }: Match): boolean {
  return open === 1 && code === 'USDT';
}
