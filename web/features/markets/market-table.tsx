import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { SkeletonText } from '../../ui/states.tsx';
import { useWidth } from '../../ui/use-width.ts';
import type { Market } from './market-catalogue.ts';
import { MarketRows } from './market-rows.tsx';
import type { MarketSort } from './market-sort.ts';
import { SortHead } from './sort-head.tsx';
import classes from './market-table.module.css';

interface MarketTableProps {
  readonly label: string;
  /** The markets in listing order; null while loading. */
  readonly markets: readonly Market[] | null;
  readonly sort: MarketSort | null;
  readonly onSort: (sort: MarketSort | null) => void;
  /** Whether rows end with a trade button where there is room; the whole row is a link anyway. */
  readonly withTrade?: boolean;
  /** Content in place of the rows when there are none. */
  readonly children?: ReactNode;
}

/** How many skeleton rows are shown: more than fit on a screen. */
const skeletonRows = 16;

/**
 * All markets with their live 24-hour statistics. Only the visible rows are in the document, so that a thousand markets
 * cost no more than twenty; the page itself scrolls. A row links to its market. In the rows the arrow keys, Home and
 * End move, Enter opens, S stars.
 */
export function MarketTable({ label, markets, sort, onSort, withTrade = false, children }: MarketTableProps) {
  const { t } = useTranslation();
  const width = useWidth();
  const keysId = useId();
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const isNarrow = width === 'narrow';
  const layout = { rowHeight: isNarrow ? 64 : 56, isNarrow, withTrade: withTrade && !isNarrow };
  const head = { sort, onSort };
  return (
    <div className={classes.frame}>
      <p id={keysId} className="visually-hidden">
        {t('markets.keys')}
      </p>
      <table
        className={classes.table}
        aria-rowcount={markets === null ? -1 : markets.length + 1}
        aria-busy={markets === null}
        aria-describedby={keysId}
        aria-live="off"
      >
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <SortHead {...head} column="pair" name={t('markets.pair')} className={classes.pair} />
            <SortHead {...head} column="price" name={t('markets.last')} className={classes.price} />
            <SortHead
              {...head}
              column="change"
              name={isNarrow ? t('markets.changeShort') : t('markets.change')}
              className={classes.change}
            />
            {!isNarrow && <PlainHeads />}
            {layout.withTrade && (
              <th scope="col" className={classes.trade}>
                <span className="visually-hidden">{t('markets.trade')}</span>
              </th>
            )}
          </tr>
        </thead>
        {markets === null ? (
          <SkeletonBody {...layout} />
        ) : (
          <MarketRows markets={markets} sort={sort} layout={layout} stale={stale} />
        )}
      </table>
      {markets === null && <output className="visually-hidden">{t('common.loading')}</output>}
      {markets?.length === 0 && children}
    </div>
  );
}

/** The layout of a row: one line with all numbers, or on a phone two lines with the most important ones. */
export interface RowLayout {
  readonly rowHeight: number;
  readonly isNarrow: boolean;
  readonly withTrade: boolean;
}

/** The headers of columns that do not sort and that phones have no room for. */
function PlainHeads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col" className={classes.high}>
        {t('markets.high')}
      </th>
      <th scope="col" className={classes.low}>
        {t('markets.low')}
      </th>
      <th scope="col" className={classes.volume}>
        {t('markets.volume')}
      </th>
      <th scope="col" className={classes.line}>
        {t('markets.line')}
      </th>
    </>
  );
}

/** Placeholder rows of the size of the loaded ones. */
function SkeletonBody({ rowHeight, isNarrow, withTrade }: RowLayout) {
  const wideCells = isNarrow ? [] : (['high', 'low', 'volume', 'line'] as const);
  const cells = ['price', 'change', ...wideCells, ...(withTrade ? (['trade'] as const) : [])] as const;
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: skeletonRows }, (_, row) => (
        <tr key={row} className={classes.row} style={{ height: rowHeight }}>
          <td className={classes.pair}>
            <SkeletonText width={`${50 + ((row * 7) % 23)}%`} />
          </td>
          {cells.map((cell) => (
            <td key={cell} className={classes[cell]}>
              <SkeletonText width={cell === 'line' ? '100%' : '60%'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
