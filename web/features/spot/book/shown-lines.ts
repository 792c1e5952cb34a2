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

/** The lines of a market's book as shown. */
export interface ShownLines {
  /** The same object while nothing has changed; unchanged lines keep their objects too. */
  readonly now: () => BookLines;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Follows a book, and computes its lines on demand, once per change. `own` are the user's orders. */
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

/** The name of a line's row, carried by its button. */
export function rowNameOf(side: keyof BookLines, price: string): string {
  return `${side} ${price}`;
}

export interface NamedLine {
  readonly side: keyof BookLines;
  readonly price: string;
}

/** The line with a row name. */
export function lineNamed(row: string): NamedLine {
  const [side, price = ''] = row.split(' ');
  return { side: side === 'asks' ? 'asks' : 'bids', price };
}

/** The line of a side at a price; undefined when it is not shown. */
export function lineOf(shown: ShownLines, { side, price }: NamedLine): BookLine | undefined {
  return shown.now()[side].find((line) => line.price === price);
}
