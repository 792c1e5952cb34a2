import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Change, Figure } from '../../ui/figure.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { FavouriteStar } from './favourite-star.tsx';
import { useFavourites } from './favourites.ts';
import { filterMarkets, useQuotation, type Market, type MarketCatalogueState } from './market-catalogue.ts';
import { MarketSearch } from './market-search.tsx';
import classes from './market-list.module.css';

interface MarketListProps {
  readonly state: MarketCatalogueState;
  readonly selectedIndex: number | null;
  readonly onChosen?: () => void;
  /** Whether the search has the focus from the beginning. */
  readonly searching?: boolean;
}

/** The tab of the starred markets; the others are ids of groups. */
const favouritesTab = 'favourites';

/** The markets, by favourites, quote currency and search. The slash key leads to the search, Enter opens the first that matches. */
export const MarketList = memo(function MarketList({ state, selectedIndex, onChosen, searching }: MarketListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [quoteId, setQuoteId] = useState<string | null>(null);
  const { catalogue } = state;
  const groups = catalogue?.groups ?? [];
  const selected = catalogue?.markets.find(({ index }) => index === selectedIndex);
  const own = groups.find(({ matches }) => matches.some(({ id }) => id === selected?.match.id));
  const quote = quoteId ?? String(own?.id ?? groups[0]?.id ?? '');
  const favourites = useFavourites();
  const starredOnly = search === '' && quote === favouritesTab;
  // A search looks everywhere: whoever types a name does not care for its quote currency yet.
  const group = search === '' && !starredOnly ? Number(quote) : null;
  const shown = catalogue === null ? [] : filterMarkets(catalogue, group, search, starredOnly ? favourites : undefined);
  const noneText = starredOnly ? t('favourites.none') : t('markets.empty');

  const openFirst = (event: KeyboardEvent<HTMLInputElement>): void => {
    const [first] = shown;
    if (event.key !== 'Enter' || first === undefined) return;
    setSearch('');
    onChosen?.();
    void navigate({ to: '/trade', search: { id: String(first.index) } });
  };

  return (
    <div className={classes.list}>
      <MarketSearch
        className={classes.search}
        value={search}
        onChange={setSearch}
        onKeyDown={openFirst}
        begins={searching === true}
      />
      <Tabs
        label={t('markets.quotes')}
        className={classes.quotes}
        tabs={[
          { id: favouritesTab, label: t('favourites.title') },
          ...groups.map(({ id, code }) => ({ id: String(id), label: code })),
        ]}
        selected={search === '' ? quote : ''}
        onSelect={(id) => {
          setQuoteId(id);
          setSearch('');
        }}
      />
      <div className={classes.columns} aria-hidden="true">
        <span>{t('markets.pair')}</span>
        <span>{t('markets.last')}</span>
        <span>{t('markets.changeShort')}</span>
      </div>
      {state.failed && <ErrorState onRetry={state.retry} />}
      {catalogue === null && !state.failed && <SkeletonRows count={14} height={32} />}
      {catalogue !== null && shown.length === 0 && <EmptyState text={search === '' ? noneText : t('markets.none')} />}
      <ul className={classes.rows} aria-label={t('markets.title')}>
        {shown.map((market) => (
          <MarketRow key={market.index} market={market} selected={market.index === selectedIndex} onChosen={onChosen} />
        ))}
      </ul>
    </div>
  );
});

interface MarketRowProps {
  readonly market: Market;
  readonly selected: boolean;
  readonly onChosen: (() => void) | undefined;
}

const MarketRow = memo(function MarketRow({ market: { index, match }, selected, onChosen }: MarketRowProps) {
  const figures = useFigures();
  const quotation = useQuotation(match);
  return (
    <li className={classes.item} data-selected={selected}>
      <FavouriteStar match={match} />
      <Link
        to="/trade"
        search={{ id: String(index) }}
        className={classes.row}
        aria-current={selected ? 'page' : undefined}
        onClick={() => onChosen?.()}
      >
        <span className={classes.pair}>
          <CoinMark code={match.base_currency_code} logo={match.base_currency.logo} size={18} />
          <span className={classes.base}>{match.base_currency_code}</span>
          <span className={classes.quote}>{`/${match.quote_currency_code}`}</span>
        </span>
        <Figure value={quotation.close} decimals={match.price_decimals} figures={figures} />
        <Change percent={quotation.change} figures={figures} />
      </Link>
    </li>
  );
});
