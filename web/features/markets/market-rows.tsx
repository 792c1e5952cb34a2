import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { announce } from '../shell/announcer.tsx';
import type { Market } from './market-catalogue.ts';
import { MarketRow } from './market-row.tsx';
import type { MarketSort } from './market-sort.ts';
import type { RowLayout } from './market-table.tsx';
import { useMarketOrder } from './use-market-order.ts';
import { useSparklines } from './use-sparklines.ts';
import classes from './market-table.module.css';

interface MarketRowsProps {
  readonly markets: readonly Market[];
  readonly sort: MarketSort | null;
  readonly layout: RowLayout;
  readonly stale: boolean;
}

/** Rows that are drawn above and below those in sight, so that a quick scroll shows no gap. */
const overscan = 8;

/** What lies over the page at the top, header and table head, and at the bottom of a phone: a row that is moved to must not hide there. */
const coveredPx = { top: 96, bottom: 72 } as const;

/**
 * The body of the table: the rows in sight, the active one wherever it is, and empty ones as high as what lies between. One row is the tab stop; the keys move it.
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
  useRowKeys(body, order, active, moveTo, keepPlace);

  const rows = [];
  let end = top;
  for (const item of virtualizer.getVirtualItems()) {
    const market = order[item.index];
    if (market === undefined) continue;
    if (item.start > end) rows.push(<Gap key={`before ${market.match.id}`} height={item.start - end} />);
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
      {rest > 0 && <Gap height={rest} />}
    </tbody>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return <tr aria-hidden="true" style={{ height }} />;
}

/** Where an element begins, from the top of the page; it moves when something above it changes its height. */
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

/**
 * Moves the focus to the active row when a key asked for that, and to the row that took the place of one that left while it had the focus, as when a favourite loses its star.
 */
function useRowFocus(
  body: RefObject<HTMLElement | null>,
  order: readonly Market[],
  active: number,
  moveTo: (at: number) => void,
  scrollTo: (at: number) => void,
) {
  const focusWanted = useRef(false);
  const place = useRef<number | null>(null);
  const before = useRef(order);
  useLayoutEffect(() => {
    if (before.current !== order) {
      before.current = order;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (place.current !== null && isLost && order.length > 0) moveTo(Math.min(place.current, order.length - 1));
      place.current = null;
    }
    if (!focusWanted.current) return;
    focusWanted.current = false;
    const id = order[active]?.match.id;
    scrollTo(active);
    body.current?.querySelector<HTMLElement>(`[data-market="${id}"] a`)?.focus({ preventScroll: true });
  });
  const keepPlace = useCallback(() => {
    if (body.current?.matches(':focus-within') === true) place.current = active;
  }, [body, active]);
  return { focusWanted, keepPlace };
}

/** The keys that move between the rows are the same in all of them, so one listener hears them for the whole body. */
function useRowKeys(
  body: RefObject<HTMLElement | null>,
  order: readonly Market[],
  active: number,
  moveTo: (at: number) => void,
  keepPlace: () => void,
): void {
  const { t } = useTranslation();
  const { favourites } = useLive();
  useEffect(() => {
    const element = body.current;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const match = order[active]?.match;
      if (match !== undefined && event.key.toLowerCase() === 's') {
        keepPlace();
        favourites.toggle(match.id);
        const starred = favourites.store.getState().has(match.id);
        announce(t(starred ? 'markets.starred' : 'markets.unstarred', { symbol: match.symbol }));
        return;
      }
      const target = targetOf(event.key, active, order.length);
      if (target === null) return;
      event.preventDefault();
      moveTo(target);
    };
    element?.addEventListener('keydown', onKey);
    // A click on a star may take its row away.
    element?.addEventListener('click', keepPlace, { capture: true });
    return () => {
      element?.removeEventListener('keydown', onKey);
      element?.removeEventListener('click', keepPlace, { capture: true });
    };
  });
}

function targetOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Ascending indices with one more among them. */
function withIndex(indices: readonly number[], index: number): number[] {
  return indices.includes(index) ? [...indices] : [...indices, index].toSorted((a, b) => a - b);
}
