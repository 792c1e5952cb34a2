import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface Held {
  readonly row: HTMLElement;
  readonly place: number;
}

/**
 * Keeps keyboard users in the list when an order disappears: when the row with the focus is removed, the focus moves to
 * the last button of the row in its place, or to the list when it is empty. The returned handlers are for the list
 * element.
 */
export function useKeepRowFocus(list: RefObject<HTMLElement | null>) {
  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    const { current } = held;
    if (current === null || current.row.isConnected) return;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const left = rowsOf(list.current);
    const next = left[Math.min(current.place, left.length - 1)];
    (next === undefined ? list.current : lastButton(next))?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent): void => {
      const row = target.closest<HTMLElement>('[data-order]');
      held.current = row === null ? null : { row, place: rowsOf(list.current).indexOf(row) };
    },
    // A button that is disabled while its request is pending loses the focus too, which does not count.
    onBlur: ({ target }: FocusEvent): void => {
      if (!target.matches(':disabled')) held.current = null;
    },
  };
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
}

function lastButton(row: HTMLElement): HTMLElement | null {
  return [...row.querySelectorAll('button')].at(-1) ?? null;
}
