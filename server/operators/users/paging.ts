import { type ConsoleRefused, refusal } from '../../ground/console-gateway/index.ts';

/** The paging fields of a list's input, as they arrive in a query. */
interface PagingInput {
  readonly cursor?: string | undefined;
  readonly limit?: number | string | undefined;
}

export interface ListPage<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

/** A page of rows with descending ids: those below `before`. */
interface IdPage {
  readonly before: number;
  readonly limit: number;
}

const defaultLimit = 50;

export function readIdPage({ cursor, limit }: PagingInput): IdPage | ConsoleRefused<'invalid_request'> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  if (!Number.isSafeInteger(before) || before < 1) return cursorRefused();
  return { before, limit: limitOf(limit) };
}

export function cursorRefused(): ConsoleRefused<'invalid_request'> {
  return refusal('invalid_request', { field: 'cursor', problem: 'invalid' });
}

export function limitOf(limit: number | string | undefined): number {
  return limit === undefined ? defaultLimit : Number(limit);
}

/** One page from rows of which one more than the limit was read. The cursor is the last id on the page. */
export function pageOf<Row extends { readonly id: string | number }, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
): ListPage<Shown> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page.map(show), next: rows.length > limit && last !== undefined ? String(last.id) : null };
}
