import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { rowAfterKey } from '../../../ui/row-keys.ts';

/** What the button of every row does with keys and the focus. The same functions for as long as the list lives. */
export interface RowHandlers {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

/**
 * One tab stop for a list whose rows come and go; the arrow keys, Home and End move within. `rows` are the names that the
 * buttons of the rows carry in `data-row`, in their order; the first answer is the one that the tab key leads to. A row
 * that has the focus and leaves hands it to the one in its place, so that nobody who works by keyboard is thrown out.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly string[],
  first: string,
): readonly [tabStop: string, handlers: RowHandlers] {
  const [chosen, setChosen] = useState<string | null>(null);
  const focused = useRef<{ readonly row: string; readonly at: number } | null>(null);
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
    const last = focused.current;
    if (last === null) return;
    const at = rows.indexOf(last.row);
    if (at >= 0) focused.current = { row: last.row, at };
    else if (document.activeElement === document.body) {
      buttonsIn(list.current)
        .at(Math.min(last.at, rows.length - 1))
        ?.focus({ preventScroll: true });
    }
  }, [rows, list]);
  const handlers = useMemo(
    (): RowHandlers => ({
      onKeyDown: (event) => {
        const buttons = buttonsIn(list.current);
        const at = buttons.findIndex((button) => button === document.activeElement);
        const target = at < 0 ? undefined : buttons[rowAfterKey(event.key, at, buttons.length) ?? -1];
        if (target === undefined) return;
        event.preventDefault();
        target.focus();
      },
      onFocus: (event) => {
        const row = event.target.getAttribute('data-row');
        if (row === null) return;
        focused.current = { row, at: latest.current.indexOf(row) };
        setChosen(row);
      },
      onBlur: () => {
        focused.current = null;
      },
    }),
    [list],
  );
  return [chosen !== null && rows.includes(chosen) ? chosen : first, handlers];
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('button[data-row]') ?? []);
}
