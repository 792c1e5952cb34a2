import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Market } from './market-catalogue.ts';
import { MarketRow } from './market-row.tsx';
import type { MarketSort } from './market-sort.ts';
import type { RowLayout } from './market-table.tsx';
import { RowGap } from './row-gap.tsx';
import { useRowFocus, useRowKeys, withIndex } from './row-walk.ts';
import { useMarketOrder } from './use-market-order.ts';
import { useSparklines } from './use-sparklines.ts';
import classes from './market-table.module.css';

interface MarketRowsProps {
  readonly markets: readonly Market[];
  readonly sort: MarketSort | null;
  readonly layout: RowLayout;
  readonly stale: boolean;
}

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const overscan = 8;

/**
 * Pixels covered by the page and table headers at the top and a phone's bar at the bottom; the focused row must not
 * scroll beneath them.
 */
const coveredPx = { top: 96, bottom: 72 } as const;

/**
 * The virtualised table body: the visible rows, the active one wherever it is, and spacers in between. One row is the
 * tab stop, moved by the arrow keys.
 */
export function MarketRows({ markets, sort, layout, stale }: MarketRowsProps) {
  const { rowHeight, isNarrow, withTrade } = layout;
  const body = useRef<HTMLTableSectionElement>(null);
  const order = useMarketOrder(markets, sort, body);
  const lines = useSparklines();
  const [activeId, setActiveId] = useState<number | null>(null);
  const active = Math.max(
    0,
    order.findIndex(({ match }) => match.id === activeId),
  );
  const top = useTopOf(body);
  const virtualizer = useWindowVirtualizer({
    count: order.length,
    estimateSize: () => rowHeight,
    getItemKey: (at) => order[at]?.match.id ?? at,
    scrollMargin: top,
    scrollPaddingStart: coveredPx.top,
    scrollPaddingEnd: coveredPx.bottom,
    overscan,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor: useCallback((range: Range) => withIndex(defaultRangeExtractor(range), active), [active]),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const moveTo = (at: number): void => {
    const market = order[at];
    if (market === undefined) return;
    setActiveId(market.match.id);
    focusWanted.current = true;
  };
  const { focusWanted, keepPlace } = useRowFocus(body, order, active, moveTo, virtualizer.scrollToIndex);
  useRowKeys(body, order, active, moveTo, keepPlace, { withStar: true });

  const rows = [];
  let end = top;
  for (const item of virtualizer.getVirtualItems()) {
    const market = order[item.index];
    if (market === undefined) continue;
    if (item.start > end) rows.push(<RowGap key={`before ${market.match.id}`} height={item.start - end} />);
    rows.push(
      <MarketRow
        key={market.match.id}
        market={market}
        rowIndex={item.index + 2}
        height={rowHeight}
        line={lines.get(market.match.id) ?? null}
        isTabStop={item.index === active}
        isNarrow={isNarrow}
        withTrade={withTrade}
        onActive={setActiveId}
      />,
    );
    end = item.end;
  }
  const rest = top + virtualizer.getTotalSize() - end;
  return (
    <tbody ref={body} className={classes.rows} data-stale={stale}>
      {rows}
      {rest > 0 && <RowGap height={rest} />}
    </tbody>
  );
}

/** The distance of an element from the top of the page, measured again when content above it resizes. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current !== null) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
