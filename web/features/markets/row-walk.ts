import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import type { Market } from './market-catalogue.ts';
import { rowAfterKey } from '../../ui/row-keys.ts';

/**
 * Moves the focus to the active row after a key press, and to the next row when the focused one is removed, as when a
 * favourite loses its star.
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
  /** Whether S stars the row. */
  readonly withStar: boolean;
  /** Called for the up arrow in the first row. */
  readonly onAbove?: () => void;
}

/** Handles the keys that move between rows with one listener on the table body. */
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
    // A click on a star may remove its row.
    element?.addEventListener('click', keepPlace, { capture: true });
    return () => {
      element?.removeEventListener('keydown', onKey);
      element?.removeEventListener('click', keepPlace, { capture: true });
    };
  });
}

/** Inserts an index into ascending indices, because the active row is rendered wherever it is. */
export function withIndex(indices: readonly number[], index: number): number[] {
  return indices.includes(index) ? [...indices] : [...indices, index].toSorted((a, b) => a - b);
}
