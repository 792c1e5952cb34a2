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
  /** In the exchange's own order; null while they are loading. */
  readonly markets: readonly Market[] | null;
  readonly sort: MarketSort | null;
  readonly onSort: (sort: MarketSort | null) => void;
  /** Whether each row ends with a button that leads to trading; where there is room, for the whole row leads there. */
  readonly withTrade?: boolean;
  /** What stands in place of the rows when there are none. */
  readonly children?: ReactNode;
}

/** How many rows are drawn in outline while the markets are loading: more than a screen shows. */
const skeletonRows = 16;

/**
 * The markets with what they did in the last 24 hours, live. Only the rows in sight are in the document, so that a
 * thousand markets are as light as twenty; the page's own scroll bar moves them. A row leads to its market. In the rows
 * the arrow keys go up and down, Home and End to the ends, Enter opens, S stars.
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

/** How the rows are laid out: one line with all figures, or on a phone two lines with those that matter most. */
export interface RowLayout {
  readonly rowHeight: number;
  readonly isNarrow: boolean;
  readonly withTrade: boolean;
}

/** The heads of the columns that do not sort and that a phone has no room for. */
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

/** Rows of the size that the loaded ones will have. */
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
