import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type MarketCatalogueState, type MarketSort, MarketTable } from '../markets/index.ts';
import { homeMarkets } from './market-cards.tsx';
import classes from './home-page.module.css';

/** How many markets the home page lists; the markets page lists all. */
const listed = 12;

/** The markets of the home page, each with a link to trade it. */
export function HomeTable({ state }: { readonly state: MarketCatalogueState }) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<MarketSort | null>(null);
  const markets = state.catalogue === null ? null : homeMarkets(state.catalogue.markets).slice(0, listed);
  return (
    <section className={classes.section} aria-labelledby="home-markets">
      <div className={classes.head}>
        <h2 id="home-markets" className={classes.title}>
          {t('markets.title')}
        </h2>
        <Link to="/markets" className={classes.way}>
          {t('home.allMarkets')}
        </Link>
      </div>
      <div className={classes.panel}>
        {state.failed ? (
          <ErrorState onRetry={state.retry} />
        ) : (
          <MarketTable label={t('markets.title')} markets={markets} sort={sort} onSort={setSort} withTrade>
            <EmptyState text={t('markets.empty')} />
          </MarketTable>
        )}
      </div>
    </section>
  );
}
