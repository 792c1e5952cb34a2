import { useState } from 'react';
import type { ListState } from '../wire/use-list.ts';

/** The rows of a list that were seen before. */
export interface KnownRows {
  readonly filters: string;
  readonly pages: number;
  readonly rows: unknown;
  readonly keys: ReadonlySet<string>;
  /** Rows that appeared after the list was first shown. */
  readonly fresh: ReadonlySet<string>;
}

/** The keys of rows that have appeared since the list was first shown with its filters. */
export function useNewRows<Row>(
  { rows, pages, filters }: Pick<ListState<Row>, 'rows' | 'pages' | 'filters'>,
  rowKey: (row: Row) => string,
): ReadonlySet<string> {
  const [known, setKnown] = useState<KnownRows | null>(null);
  if (rows === undefined || known?.rows === rows) return known?.fresh ?? none;
  const next = knownAfter(known, { rows, pages, filters, keys: rows.map(rowKey) });
  setKnown(next);
  return next.fresh;
}

const none: ReadonlySet<string> = new Set();

/** The rows seen after an answer. A further page and other filters bring rows that are not new. */
export function knownAfter(
  known: KnownRows | null,
  { rows, pages, filters, keys }: { rows: unknown; pages: number; filters: string; keys: readonly string[] },
): KnownRows {
  const isSameList = known?.filters === filters && known.pages === pages;
  const appeared = isSameList ? keys.filter((key) => !known.keys.has(key)) : [];
  const before = known?.filters === filters ? known : null;
  return {
    filters,
    pages,
    rows,
    keys: new Set([...(before?.keys ?? []), ...keys]),
    fresh: new Set([...(before?.fresh ?? []), ...appeared]),
  };
}
