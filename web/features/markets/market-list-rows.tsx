import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Change, Figure } from '../../ui/figure.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth } from '../../ui/use-width.ts';
import { FavouriteStar } from './favourite-star.tsx';
import { useQuoted, useShownChange, type Market } from './market-catalogue.ts';
import type { MarketSort } from './market-sort.ts';
import { RowGap } from './row-gap.tsx';
import { useRowFocus, useRowKeys, withIndex } from './row-walk.ts';
import { SortHead } from './sort-head.tsx';
import { useMarketOrder } from './use-market-order.ts';
import classes from './market-list.module.css';

/** A page that shows one market, by its index. */
export type MarketPath = '/trade' | '/lever' | '/second';

interface MarketListRowsProps {
  readonly markets: readonly Market[];
  readonly to: MarketPath;
  readonly selectedIndex: number | null;
  readonly sort: MarketSort | null;
  readonly onSort: (sort: MarketSort | null) => void;
  readonly onChosen: () => void;
  /** Called for the up arrow in the first row. */
  readonly onAbove: () => void;
}

/** The height of the sticky table header. */
const headHeight = 28;

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 8;

/**
 * The virtualised rows of the list: the visible ones, the active one wherever it is, and spacers in between. One row is
 * the tab stop, moved by the arrow keys.
 */
export function MarketListRows(props: MarketListRowsProps) {
  const { markets, to, selectedIndex, sort, onSort, onChosen, onAbove } = props;
  const { t } = useTranslation();
  const rowHeight = useWidth() === 'wide' ? 32 : 44;
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const order = useMarketOrder(markets, sort, body);
  const [activeId, setActiveId] = useState<number | null>(null);
  const at = (fits: (market: Market) => boolean): number => order.findIndex(fits);
  const selected = at(({ index }) => index === selectedIndex);
  const walked = at(({ match }) => match.id === activeId);
  const active = Math.max(walked === -1 ? selected : walked, 0);
  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => order[place]?.match.id ?? place,
    scrollPaddingStart: headHeight,
    scrollMargin: headHeight,
    overscan,
    rangeExtractor: useCallback((range: Range) => withIndex(defaultRangeExtractor(range), active), [active]),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // Scroll the list to the selected market, also when the address changes it.
  useEffect(() => {
    if (selected >= 0) virtualizer.scrollToIndex(selected, { align: 'auto' });
  }, [virtualizer, selected, markets]);
  const moveTo = (place: number): void => {
    const market = order[place];
    if (market === undefined) return;
    setActiveId(market.match.id);
    focusWanted.current = true;
  };
  const { focusWanted, keepPlace } = useRowFocus(body, order, active, moveTo, virtualizer.scrollToIndex);
  useRowKeys(body, order, active, moveTo, keepPlace, { withStar: false, onAbove });

  const rows = [];
  let end = headHeight;
  for (const item of virtualizer.getVirtualItems()) {
    const market = order[item.index];
    if (market === undefined) continue;
    if (item.start > end) rows.push(<RowGap key={`before ${market.match.id}`} height={item.start - end} />);
    rows.push(
      <ListRow
        key={market.match.id}
        market={market}
        to={to}
        rowIndex={item.index + 2}
        height={rowHeight}
        selected={market.index === selectedIndex}
        isTabStop={item.index === active}
        onActive={setActiveId}
        onChosen={onChosen}
      />,
    );
    end = item.end;
  }
  const rest = headHeight + virtualizer.getTotalSize() - end;
  const head = { sort, onSort };
  return (
    <div ref={scroll} className={classes.scroll} data-empty={order.length === 0}>
      <table className={classes.table} aria-rowcount={order.length + 1} aria-live="off">
        <caption className="visually-hidden">{t('markets.title')}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <SortHead {...head} column="pair" name={t('markets.pair')} className={classes.pair} />
            <SortHead {...head} column="price" name={t('markets.price')} className={classes.price} />
            <SortHead {...head} column="change" name={t('markets.changeShort')} className={classes.change} />
          </tr>
        </thead>
        <tbody ref={body}>
          {rows}
          {rest > 0 && <RowGap height={rest} />}
        </tbody>
      </table>
    </div>
  );
}

interface ListRowProps {
  readonly market: Market;
  readonly to: MarketPath;
  /** 1-based position in the whole table, header included. */
  readonly rowIndex: number;
  readonly height: number;
  readonly selected: boolean;
  /** Whether the row is the tab stop. */
  readonly isTabStop: boolean;
  readonly onActive: (marketId: number) => void;
  readonly onChosen: () => void;
}

const ListRow = memo(function ListRow(props: ListRowProps) {
  const { market, to, rowIndex, height, selected, isTabStop, onActive, onChosen } = props;
  const { index, match } = market;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <tr
      className={classes.row}
      style={{ height }}
      aria-rowindex={rowIndex}
      data-market={match.id}
      data-selected={selected}
      onFocus={() => onActive(match.id)}
    >
      <td className={classes.pair}>
        <span className={classes.parts}>
          <span className={classes.star}>
            <FavouriteStar match={match} tabIndex={tabIndex} />
          </span>
          <CoinMark code={match.base_currency_code} logo={match.base_currency.logo} size={18} />
          <Link
            to={to}
            search={{ id: String(index) }}
            resetScroll={false}
            className={classes.open}
            tabIndex={tabIndex}
            aria-current={selected ? 'page' : undefined}
            onClick={onChosen}
          >
            <span className={classes.base}>{match.base_currency_code}</span>
            <span className={classes.quote}>{`/${match.quote_currency_code}`}</span>
          </Link>
        </span>
      </td>
      <PriceCell match={match} />
      <ChangeCell match={match} />
    </tr>
  );
});

/** Price and change each subscribe to their own field, so that a change of the volume renders neither. */
function PriceCell({ match }: { readonly match: Match }) {
  const figures = useFigures();
  return (
    <td className={classes.price}>
      <Figure value={useQuoted(match, 'close')} decimals={match.price_decimals} figures={figures} />
    </td>
  );
}

function ChangeCell({ match }: { readonly match: Match }) {
  const figures = useFigures();
  return (
    <td className={classes.change}>
      <Change percent={useShownChange(match)} figures={figures} />
    </td>
  );
}
