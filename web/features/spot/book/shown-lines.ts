import { depthLevels, type Match } from '@bourse/contract/markets';
import type { StoreApi } from 'zustand/vanilla';
import type { DepthView } from '../../../live/feeds/depth.ts';
import {
  bookLines,
  keepUnchanged,
  noLines,
  type BookLine,
  type BookLines,
  type BookSides,
  type LineChoice,
} from './book-lines.ts';

/** The lines that the book of a market shows at each moment. */
export interface ShownLines {
  /** The same object as long as nothing in it has changed, and within it every line that says the same as before. */
  readonly now: () => BookLines;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Follows a book, and works its lines out once for each change of it, when they are asked for. `own` are the reader's
 * orders.
 */
export function followLines(store: StoreApi<DepthView>, match: Match, own: BookSides, choice: LineChoice): ShownLines {
  let known: DepthView | null = null;
  let lines = noLines;
  return {
    now: () => {
      const view = store.getState();
      if (view === known) return lines;
      known = view;
      const fresh = view.symbol === match.symbol ? bookLines(view.book, own, match, choice, depthLevels) : noLines;
      lines = keepUnchanged(lines, fresh);
      return lines;
    },
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** A line by the name that the button of its row carries. */
export function rowNameOf(side: keyof BookLines, price: string): string {
  return `${side} ${price}`;
}

export interface NamedLine {
  readonly side: keyof BookLines;
  readonly price: string;
}

/** The line that a row is named after. */
export function lineNamed(row: string): NamedLine {
  const [side, price = ''] = row.split(' ');
  return { side: side === 'asks' ? 'asks' : 'bids', price };
}

/** The line of a side at a price; undefined where none is shown. */
export function lineOf(shown: ShownLines, { side, price }: NamedLine): BookLine | undefined {
  return shown.now()[side].find((line) => line.price === price);
}
