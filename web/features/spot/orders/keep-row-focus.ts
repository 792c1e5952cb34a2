import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface Held {
  readonly row: HTMLElement;
  readonly place: number;
}

/**
 * Whoever revokes orders by keyboard stays in the list: when the row that has the focus goes, its last button hands it
 * to that of the row in its place, or to the list itself when none is left. The answer goes to the list.
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
    // A button that is disabled while it is at work loses the focus too.
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
