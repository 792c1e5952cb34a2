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
import { LeverScreen } from './lever-screen.tsx';
import { MarksProvider, useMarkFeed } from './marks.ts';
import classes from './lever-screen.module.css';

/** Leveraged trading of the pair in the address. */
export function LeverPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/lever' });
  const all = useMarketCatalogue();
  const state = useOffered(all);
  const market = useMarketOfAddress('/lever', all.catalogue, id, hasLeverage);
  const marks = useMarkFeed();
  if (state.failed) return <ErrorState onRetry={state.retry} />;
  if (state.catalogue === null) return <TradeSkeleton />;
  if (market === null) {
    return (
      <div className={classes.unknown}>
        <div className={classes.missing}>
          <h1>{t(state.catalogue.markets.length === 0 ? 'lever.noPairs' : 'lever.unknownPair')}</h1>
          <Link to="/trade">{t('shell.toTrade')}</Link>
        </div>
        {state.catalogue.markets.length > 0 && <MarketList state={state} to="/lever" selectedIndex={null} />}
      </div>
    );
  }
  return (
    <MarksProvider value={marks}>
      <LeverScreen market={market} markets={state} />
    </MarksProvider>
  );
}

/** The markets with leverage, with their indices in the whole list. */
function useOffered({ catalogue, ...state }: MarketCatalogueState): MarketCatalogueState {
  const offered = useMemo(() => (catalogue === null ? null : offeredIn(catalogue)), [catalogue]);
  return { ...state, catalogue: offered };
}

function offeredIn({ groups, markets }: MarketCatalogue): MarketCatalogue {
  return {
    groups: groups
      .map((group) => ({ ...group, matches: group.matches.filter(hasLeverage) }))
      .filter(({ matches }) => matches.length > 0),
    markets: markets.filter(({ match }) => hasLeverage(match)),
  };
}

function hasLeverage({ open_lever }: Match): boolean {
  return open_lever === 1;
}
