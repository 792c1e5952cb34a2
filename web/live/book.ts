import type { Depth, DepthRow, MarketDepthMessage } from '@bourse/contract/markets';
import { compareDecimals, isZero } from './decimal.ts';

/** An order book as far as the page knows it. Both sides best first. `sequence` is null until a snapshot has come. */
export interface Book {
  readonly sequence: number | null;
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
  /** True after a gap, until the next snapshot: deltas are of no use then. */
  readonly broken: boolean;
}

export const emptyBook: Book = { sequence: null, bids: [], asks: [], broken: false };

/** Whether deltas are being worked in. Otherwise what is shown is the last that was known to be true. */
export function isFollowed({ sequence, broken }: Book): boolean {
  return sequence !== null && !broken;
}

export type BookMessage = Pick<MarketDepthMessage, 'snapshot' | 'sequence' | 'previous_sequence' | 'depth'>;

export interface BookStep {
  readonly book: Book;
  /** True when a message is missing and a new snapshot has to be asked for. */
  readonly resync: boolean;
}

/**
 * Applies one message of the depth channel. A snapshot starts over, unless it is older than what is known. A delta
 * counts only when it follows directly; one that was seen already is dropped, and a gap asks once for a new snapshot.
 * While it is on its way the last good book stays on screen.
 */
export function advanceBook(book: Book, message: BookMessage): BookStep {
  if (message.snapshot) return { book: startBook(book, message), resync: false };
  if (book.sequence === null || book.broken) return { book, resync: false };
  if (message.sequence <= book.sequence) return { book, resync: false };
  if (message.previous_sequence !== book.sequence) return { book: { ...book, broken: true }, resync: true };
  return { book: followBook(book, message), resync: false };
}

function startBook(book: Book, message: BookMessage): Book {
  if (book.sequence !== null && message.sequence < book.sequence) return book;
  return { sequence: message.sequence, bids: message.depth.in, asks: message.depth.out, broken: false };
}

function followBook(book: Book, message: BookMessage): Book {
  return {
    sequence: message.sequence,
    bids: mergeSide(book.bids, message.depth.in, -1),
    asks: mergeSide(book.asks, message.depth.out, 1),
    broken: false,
  };
}

/** `direction` is 1 where the lowest price is best (asks) and −1 where the highest is (bids). */
function mergeSide(rows: readonly DepthRow[], changes: Depth['in'], direction: 1 | -1): readonly DepthRow[] {
  if (changes.length === 0) return rows;
  const merged = [...rows];
  for (const change of changes) {
    const at = positionOf(merged, change.price, direction);
    const known = merged[at];
    const same = known !== undefined && compareDecimals(known.price, change.price) === 0;
    if (isZero(change.amount)) {
      if (same) merged.splice(at, 1);
    } else merged.splice(at, same ? 1 : 0, change);
  }
  return merged;
}

/** The index of the first row that is not better than a price. */
function positionOf(rows: readonly DepthRow[], price: string, direction: 1 | -1): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && compareDecimals(row.price, price) * direction < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
