import { useNavigate } from '@tanstack/react-router';
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFavourites } from './favourites.ts';
import {
  filterMarkets,
  rankMarkets,
  type Market,
  type MarketCatalogue,
  type MarketCatalogueState,
} from './market-catalogue.ts';
import { MarketListRows, type MarketPath } from './market-list-rows.tsx';
import { MarketSearch } from './market-search.tsx';
import type { MarketSort } from './market-sort.ts';
import classes from './market-list.module.css';

interface MarketListProps {
  /** The page that a market is opened on. */
  readonly to?: MarketPath;
  readonly state: MarketCatalogueState;
  readonly selectedIndex: number | null;
  readonly onChosen?: () => void;
  /** Whether the search is focused at first. */
  readonly searching?: boolean;
}

/** The id of the favourites tab; the other ids are those of groups. */
const favouritesTab = 'favourites';

/**
 * The markets by favourites, quote currency and search. The slash key focuses the search; there Enter opens the first
 * match, the arrow keys move to the rows, and Escape leaves.
 */
export const MarketList = memo(function MarketList(props: MarketListProps) {
  const { state, selectedIndex, onChosen, searching = false, to = '/trade' } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<string | null>(null);
  const [sort, setSort] = useState<MarketSort | null>(null);
  const { catalogue } = state;
  const groups = catalogue?.groups ?? [];
  const shownTab = tab ?? ownTab(catalogue, selectedIndex);
  const shown = useShown(catalogue, shownTab, search);

  const chosen = (): void => {
    setSearch('');
    onChosen?.();
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const row = list.current?.querySelector<HTMLElement>('tbody a');
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      row?.focus();
    }
    if (event.key === 'Escape') event.currentTarget.blur();
    const [first] = shown;
    if (event.key !== 'Enter' || first === undefined || search === '') return;
    chosen();
    // The following keys are shortcuts of the screen, not input for the field.
    event.currentTarget.blur();
    void navigate({ to, search: { id: String(first.index) }, resetScroll: false });
  };

  return (
    <div ref={list} className={classes.list}>
      <MarketSearch
        className={classes.search}
        value={search}
        onChange={setSearch}
        onKeyDown={onSearchKey}
        begins={searching}
      />
      <Tabs
        label={t('markets.quotes')}
        className={classes.quotes}
        tabs={[
          { id: favouritesTab, label: t('favourites.title') },
          ...groups.map(({ id, code }) => ({ id: String(id), label: code })),
        ]}
        selected={search === '' ? shownTab : ''}
        onSelect={(id) => {
          setTab(id);
          setSearch('');
        }}
      />
      {state.failed && <ErrorState onRetry={state.retry} />}
      {catalogue === null && !state.failed && <SkeletonRows count={14} height={32} />}
      {catalogue !== null && (
        <MarketListRows
          markets={shown}
          to={to}
          selectedIndex={selectedIndex}
          // Search results are ordered by relevance, whatever the sort.
          sort={search === '' ? sort : null}
          onSort={setSort}
          onChosen={chosen}
          onAbove={() => list.current?.querySelector('input')?.focus()}
        />
      )}
      {catalogue !== null && shown.length === 0 && <EmptyState text={t(noneText(search, shownTab))} />}
    </div>
  );
});

function noneText(search: string, tab: string) {
  if (search !== '') return 'markets.none';
  return tab === favouritesTab ? 'favourites.none' : 'markets.empty';
}

/** The tab of the selected market. */
function ownTab(catalogue: MarketCatalogue | null, selectedIndex: number | null): string {
  const selected = catalogue?.markets.find(({ index }) => index === selectedIndex)?.match.id;
  const own = catalogue?.groups.find(({ matches }) => matches.some(({ id }) => id === selected));
  return String((own ?? catalogue?.groups[0])?.id ?? '');
}

/** The markets of a tab, or the search results across all tabs. */
function useShown(catalogue: MarketCatalogue | null, tab: string, search: string): readonly Market[] {
  const favourites = useFavourites();
  const starred = search === '' && tab === favouritesTab ? favourites : undefined;
  return useMemo(() => {
    if (catalogue === null) return [];
    if (search !== '') return rankMarkets(filterMarkets(catalogue, null, search), search);
    return filterMarkets(catalogue, starred === undefined ? Number(tab) : null, '', starred);
  }, [catalogue, tab, search, starred]);
}
