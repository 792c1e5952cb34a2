import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, StaleNote } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFavourites } from './favourites.ts';
import { filterMarkets, useMarketCatalogue, type MarketCatalogue } from './market-catalogue.ts';
import { MarketSearch } from './market-search.tsx';
import type { MarketSort } from './market-sort.ts';
import { MarketTable } from './market-table.tsx';
import { allTab, favouritesTab, sortOfAddress, tabOf, withSort } from './markets-address.ts';
import classes from './markets-page.module.css';

/**
 * All markets, the favourites, or those of one quote currency. Tab and sort are kept in the address, the tab also in
 * the browser for the next visit.
 */
export function MarketsPage() {
  const { t } = useTranslation();
  const { storage } = useLive();
  const address = useSearch({ from: '/markets' });
  const navigate = useNavigate({ from: '/markets' });
  const { catalogue, failed, retry } = useMarketCatalogue();
  const favourites = useFavourites();
  const [search, setSearch] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const groups = catalogue?.groups ?? null;
  const chosen = tabOf(address.tab, storage.read('market_tab'), groups?.map(({ code }) => code) ?? null);
  // A search covers all quote currencies.
  const tab = search === '' ? chosen : allTab;
  const shown = useMarkets(catalogue, tab, search, favourites);
  const sort = useMemo(() => sortOfAddress(address), [address]);

  const choose = (next: string): void => {
    storage.write('market_tab', next);
    setSearch('');
    void navigate({ search: { ...address, tab: next }, replace: true, resetScroll: false });
    showTop(panel.current);
  };
  const sortBy = (next: MarketSort | null): void => {
    void navigate({ search: withSort(address, next), replace: true, resetScroll: false });
    showTop(panel.current);
  };
  const enterRows = (event: KeyboardEvent): void => {
    const row = panel.current?.querySelector<HTMLAnchorElement>('tbody a');
    if (row === null || row === undefined) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      row.focus();
    }
    if (event.key === 'Enter' && search !== '') row.click();
  };

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('markets.title')}</h1>
        <MarketSearch className={classes.search} value={search} onChange={setSearch} onKeyDown={enterRows} />
      </div>
      <div ref={panel} className={classes.panel}>
        <div className={classes.tabRow}>
          <Tabs
            label={t('markets.title')}
            className={classes.tabs}
            controls="markets-panel"
            tabs={[
              { id: allTab, label: t('markets.all') },
              { id: favouritesTab, label: t('favourites.title') },
              ...(groups ?? []).map(({ code }) => ({ id: code, label: code })),
            ]}
            selected={tab}
            onSelect={choose}
          />
          <Staleness />
        </div>
        <div id="markets-panel" role="tabpanel" aria-label={t('markets.title')}>
          {failed ? (
            <ErrorState onRetry={retry} />
          ) : (
            <MarketTable label={t('markets.title')} markets={shown} sort={sort} onSort={sortBy}>
              <Nothing tab={tab} search={search} onAll={() => choose(allTab)} />
            </MarketTable>
          )}
        </div>
      </div>
    </div>
  );
}

/** The markets of a tab that match the search, as the same array while its content is the same. Null while loading. */
function useMarkets(
  catalogue: MarketCatalogue | null,
  tab: string,
  search: string,
  favourites: ReadonlySet<number>,
): MarketCatalogue['markets'] | null {
  const starred = tab === favouritesTab ? favourites : undefined;
  return useMemo(() => {
    if (catalogue === null) return null;
    const group = catalogue.groups.find(({ code }) => code === tab)?.id ?? null;
    return filterMarkets(catalogue, group, search, starred);
  }, [catalogue, tab, search, starred]);
}

/** Why there are no rows, with a link to all markets. */
function Nothing({
  tab,
  search,
  onAll,
}: {
  readonly tab: string;
  readonly search: string;
  readonly onAll: () => void;
}) {
  const { t } = useTranslation();
  const showAll: ReactNode = (
    <Button look="plain" onClick={onAll}>
      {t('markets.toAll')}
    </Button>
  );
  if (search !== '') return <EmptyState text={t('markets.none')}>{showAll}</EmptyState>;
  if (tab === favouritesTab) return <EmptyState text={t('favourites.none')}>{showAll}</EmptyState>;
  return <EmptyState text={t('markets.empty')} />;
}

/** Says that the data is stale. Its space is always reserved. */
function Staleness() {
  const { stale, closed } = useStore(useLive().socket.status);
  return stale ? <StaleNote closed={closed} /> : null;
}

/** Scrolls the table header back into view, because another sort begins at the top. */
function showTop(panel: HTMLElement | null): void {
  if (panel !== null && panel.getBoundingClientRect().top < 0) panel.scrollIntoView({ block: 'start' });
}
