import { useState } from 'react';
import type { ConsoleColumn } from './column.ts';

type Visible = Record<string, boolean>;

/** Which columns of a table are shown, remembered by this browser. */
export function useRememberedColumns<Row>(
  name: string,
  columns: readonly ConsoleColumn<Row>[],
): readonly [visible: Visible, show: (id: string, shown: boolean) => void] {
  const key = `console_columns_${name}`;
  const [visible, setVisible] = useState<Visible>(() => ({ ...initially(columns), ...readVisible(key) }));
  const show = (id: string, shown: boolean): void => {
    const next = { ...visible, [id]: shown };
    setVisible(next);
    write(key, JSON.stringify(next));
  };
  return [visible, show];
}

function initially<Row>(columns: readonly ConsoleColumn<Row>[]): Visible {
  return Object.fromEntries(columns.map(({ id, hidden = false }) => [id, !hidden]));
}

function readVisible(key: string): Visible {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return isVisible(stored) ? stored : {};
  } catch {
    return {};
  }
}

function isVisible(stored: unknown): stored is Visible {
  return (
    typeof stored === 'object' && stored !== null && Object.values(stored).every((shown) => typeof shown === 'boolean')
  );
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be full or forbidden; the choice then lasts until the page closes.
  }
}
