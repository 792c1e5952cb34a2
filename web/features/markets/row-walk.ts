import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import type { Market } from './market-catalogue.ts';
import { rowAfterKey } from '../../ui/row-keys.ts';

/**
 * Moves the focus to the active row when a key asked for that, and to the row that took the place of one that left
 * while it had the focus, as when a favourite loses its star.
 */
export function useRowFocus(
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

interface RowKeys {
  /** Whether S stars the row; elsewhere it may mean something else. */
  readonly withStar: boolean;
  /** Where the arrow leads that goes up from the first row. */
  readonly onAbove?: () => void;
}

/** The keys that move between the rows are the same in all of them, so one listener hears them for the whole body. */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  order: readonly Market[],
  active: number,
  moveTo: (at: number) => void,
  keepPlace: () => void,
  { withStar, onAbove }: RowKeys,
): void {
  const { t } = useTranslation();
  const { favourites } = useLive();
  useEffect(() => {
    const element = body.current;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const match = order[active]?.match;
      if (withStar && match !== undefined && event.key.toLowerCase() === 's') {
        keepPlace();
        favourites.toggle(match.id);
        const starred = favourites.store.getState().has(match.id);
        announce(t(starred ? 'markets.starred' : 'markets.unstarred', { symbol: match.symbol }));
        return;
      }
      const target = rowAfterKey(event.key, active, order.length);
      if (target === null) return;
      event.preventDefault();
      if (event.key === 'ArrowUp' && active === 0 && onAbove !== undefined) onAbove();
      else moveTo(target);
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

/** Ascending indices with one more among them: the active row is drawn wherever it is. */
export function withIndex(indices: readonly number[], index: number): number[] {
  return indices.includes(index) ? [...indices] : [...indices, index].toSorted((a, b) => a - b);
}
