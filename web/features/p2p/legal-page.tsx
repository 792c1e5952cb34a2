import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { AdList } from './ad-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, filtersOf, type HallFilters } from './hall-filters.ts';
import { P2pHead } from './p2p-head.tsx';
import { useP2pCurrencies, useP2pInfo } from './p2p-reads.ts';
import { Standing } from './standing.tsx';
import { useOrderNews } from './use-order-news.ts';
import classes from './p2p.module.css';

/** The hall of peer-to-peer fiat trading: the ads of merchants, which are taken in place. */
export function LegalPage() {
  const { t } = useTranslation();
  const address = useSearch({ from: '/legalIndex/legal' });
  const navigate = useNavigate();
  useOrderNews(null);
  const info = useP2pInfo();
  const currencies = useP2pCurrencies();
  const traded = currencies.data?.data;
  const filters = traded === undefined ? null : filtersOf(address, traded);
  const change = (next: Partial<HallFilters>): void => {
    if (filters === null) return;
    const search = addressOf({ ...filters, page: 1, ...next });
    void navigate({ to: '/legalIndex/legal', search, replace: true });
  };
  // Notes above the ads depend on the rules, so that neither is shown before both are known.
  const isLoading = info.isPending || currencies.isPending;
  return (
    <div className={classes.page}>
      <P2pHead title={t('shell.legal')} page="hall" info={isLoading ? undefined : info.data?.data} />
      {!isLoading && <Standing info={info.data?.data} side={filters?.side ?? 'buy'} />}
      {isLoading && (
        <LoadingRoom>
          <SkeletonRows count={8} height={64} />
        </LoadingRoom>
      )}
      {!isLoading && (
        <section className={classes.card} aria-label={t('shell.legal')}>
          {traded === undefined && <ErrorState onRetry={() => void currencies.refetch()} />}
          {traded !== undefined && filters === null && <EmptyState text={t('p2p.none')} />}
          {traded !== undefined && filters !== null && (
            <>
              <FilterBar filters={filters} traded={traded} onChange={change} />
              <AdList
                key={`${filters.side} ${filters.currency.id} ${filters.fiat.code}`}
                filters={filters}
                traded={traded}
                info={info.data?.data}
                onChange={change}
              />
            </>
          )}
        </section>
      )}
    </div>
  );
}
