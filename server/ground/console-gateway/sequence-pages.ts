import { type ConsoleRefused, refusal } from './answer.ts';

/** One page of rows by descending sequence: those before `before`. */
export interface SequencePage {
  readonly before: number;
  readonly limit: number;
}

const defaultLimit = 50;

/** The page that a list's input names by `cursor` and `limit`. */
export function readSequencePage(input: {
  readonly cursor?: string;
  readonly limit?: number | string;
}): SequencePage | ConsoleRefused<'invalid_request'> {
  const before = input.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(input.cursor);
  if (!Number.isSafeInteger(before) || before < 1) {
    return refusal('invalid_request', { field: 'cursor', problem: 'unknown' });
  }
  return { before, limit: Number(input.limit ?? defaultLimit) };
}

/** The rows of a page, of which one more than the limit was read, and the cursor of the next page. */
export function sequencePageOf<Row extends { readonly sequence: number }>(
  read: readonly Row[],
  { limit }: SequencePage,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: read.length > limit && last !== undefined ? String(last.sequence) : null };
}
