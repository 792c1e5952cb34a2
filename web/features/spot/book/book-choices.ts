import { useState } from 'react';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';
import type { BarKind } from './book-lines.ts';

/** The sides of the book to show. */
export const bookViews = ['both', 'bids', 'asks'] as const;
export type BookView = (typeof bookViews)[number];

export interface BookChoices {
  readonly view: BookView;
  readonly bars: BarKind;
  /** The number of ticks per group. */
  readonly factor: number;
}

/** The number of stored groupings; older choices are dropped. */
const remembered = 50;

/** The settings of the book. The grouping is stored by market, the others for all markets. */
export function useBookChoices(marketId: number): BookChoices & {
  readonly choose: (change: Partial<BookChoices>) => void;
} {
  const { storage } = useLive();
  const [known, setKnown] = useState(() => ({ marketId, choices: readChoices(storage, marketId) }));
  let current = known;
  if (known.marketId !== marketId) {
    current = { marketId, choices: readChoices(storage, marketId) };
    setKnown(current);
  }
  return {
    ...current.choices,
    choose: (change) => {
      const choices = { ...current.choices, ...change };
      setKnown({ marketId, choices });
      writeChoices(storage, marketId, choices);
    },
  };
}

export function readChoices(storage: Pick<BrowserStorage, 'read'>, marketId: number): BookChoices {
  return {
    view: bookViews.find((view) => view === storage.read('book_view')) ?? 'both',
    bars: storage.read('book_bars') === 'level' ? 'level' : 'cumulative',
    factor: factorsIn(storage.read('book_groups')).get(marketId) ?? 1,
  };
}

export function writeChoices(
  storage: Pick<BrowserStorage, 'read' | 'write'>,
  marketId: number,
  { view, bars, factor }: BookChoices,
): void {
  storage.write('book_view', view);
  storage.write('book_bars', bars);
  const factors = factorsIn(storage.read('book_groups'));
  factors.delete(marketId);
  if (factor !== 1) factors.set(marketId, factor);
  const kept = [...factors].slice(-remembered);
  storage.write('book_groups', kept.map(([id, ticks]) => `${id}:${ticks}`).join(' '));
}

/** Parses "3:10 7:100", market ids with ticks per group. Invalid pairs are skipped. */
function factorsIn(text: string | null): Map<number, number> {
  const pairs = (text ?? '').split(' ').map((pair) => /^(\d{1,9}):(10{1,4})$/.exec(pair));
  return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[Number(pair[1]), Number(pair[2])] as const])));
}
