import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '@bourse/contract/console';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConsole } from './console-context.tsx';
import { isInputOf } from './input-of.ts';
import { readEveryMs, type Read } from './use-read.ts';

/** The rows of a page; the server allows 200. */
const pageRows = 100;

/** The row of a list call. */
export type RowOf<C extends Pick<ConsoleCall, 'output'>> =
  ConsoleOutput<C> extends { readonly rows: readonly (infer Row)[] } ? Row : never;

/** The filters of a list call. */
export type FiltersOf<C extends Pick<ConsoleCall, 'input'>> = Omit<ConsoleInput<C>, 'cursor' | 'limit'>;

/** The state of a list, for `ConsoleTable`. */
export interface ListState<Row> {
  /** Undefined while loading; during a reload and after a failed one the rows of the last answer. */
  readonly rows: readonly Row[] | undefined;
  readonly failed: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** The time of the rows, epoch milliseconds. */
  readonly asOf: number | null;
  /** The number of loaded pages: a row that appears while it stays the same is new. */
  readonly pages: number;
  /** Changes when other rows are requested. */
  readonly filters: string;
  /** Loads the next page; null at the end of the list. */
  readonly more: (() => void) | null;
  readonly loadingMore: boolean;
}

interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly as_of: number;
}

/** Reads a list page by page, and reads the loaded pages again: one page every 5 seconds, more pages less often. */
export function useList<C extends ConsoleCall & { readonly kind: 'list' }>(
  call: C,
  filters: FiltersOf<C>,
): ListState<RowOf<C>> {
  const { call: make } = useConsole();
  const query = useInfiniteQuery({
    queryKey: [call.path, filters],
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      const input = { ...filters, limit: pageRows, ...(pageParam === null ? {} : { cursor: pageParam }) };
      if (!isInputOf(call, input)) throw new Error(`${call.path} takes no filters`);
      // The user requests only pages that are loaded for the first time.
      const loaded = client.getQueryData<{ readonly pageParams: readonly unknown[] }>(queryKey);
      const background = loaded?.pageParams.includes(pageParam) === true;
      const data: unknown = (await make(call, input, { signal, background })).data;
      if (!isPageOf(call, data)) throw new Error(`${call.path} does not answer with a list`);
      return data;
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => readEveryMs * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return {
    rows,
    failed: query.isError,
    error: query.error,
    retry: () => void query.refetch(),
    asOf: pages?.[0]?.as_of ?? null,
    pages: pages?.length ?? 0,
    filters: JSON.stringify(query.isPlaceholderData ? null : filters),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    loadingMore: query.isFetchingNextPage,
  };
}

const firstPage: string | null = null;

/** The rows of a read as a list without further pages, for `ConsoleTable`. `rowsOf` must be stable. */
export function useRowsOf<Data, Row>(read: Read<Data>, rowsOf: (data: Data) => readonly Row[]): ListState<Row> {
  const { data, failed, error, retry } = read;
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data)), [data, rowsOf]);
  return { rows, failed, error, retry, asOf: null, pages: 1, filters: '', more: null, loadingMore: false };
}

/** The caller has checked the answer against the declaration of the call. */
function isPageOf<C extends ConsoleCall>(call: C, data: unknown): data is ListPage<RowOf<C>> {
  return call.kind === 'list' && typeof data === 'object' && data !== null && 'rows' in data;
}
