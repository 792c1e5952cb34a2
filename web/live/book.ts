import type { Depth, DepthRow, MarketDepthMessage } from '@bourse/contract/markets';
import { compareDecimals, isZero } from './decimal.ts';

/**
 * An order book as the page knows it, both sides sorted best price first. `sequence` is null until the first snapshot.
 */
export interface Book {
  readonly sequence: number | null;
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
  /** True after a gap; deltas are ignored until the next snapshot. */
  readonly broken: boolean;
}

export const emptyBook: Book = { sequence: null, bids: [], asks: [], broken: false };

/** Whether deltas are being applied. Otherwise the rows are those of the last valid book. */
export function isFollowed({ sequence, broken }: Book): boolean {
  return sequence !== null && !broken;
}

export type BookMessage = Pick<MarketDepthMessage, 'snapshot' | 'sequence' | 'previous_sequence' | 'depth'>;

export interface BookStep {
  readonly book: Book;
  /** True when a message is missing and a new snapshot must be requested. */
  readonly resync: boolean;
}

/**
 * Applies one message of the depth channel. A snapshot replaces the book unless it is older. A delta applies only when
 * it follows the book directly: an old one is dropped, and a gap requests one new snapshot while the last valid book
 * stays on screen.
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

/** `direction` is 1 for asks (lowest price first) and −1 for bids (highest price first). */
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

/** The index of the first row whose price is equal to or worse than `price`. */
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
