import { newsList, type NewsRow } from '@bourse/contract/content';
import { useState } from 'react';
import { useRead } from '../../live/read.ts';

/** Articles per page. */
const perPage = 20;
const staleMs = 300_000;

export interface ArticlesState {
  /** The articles of the page; null while loading. */
  readonly rows: readonly NewsRow[] | null;
  readonly failed: boolean;
  readonly page: number;
  readonly pages: number;
  readonly turn: (page: number) => void;
  readonly retry: () => void;
}

/** The articles of a category by page; a change of category resets to the first page. */
export function useArticles(category: number | null): ArticlesState {
  const [open, setOpen] = useState({ category, page: 1 });
  const page = open.category === category ? open.page : 1;
  const read = useRead(
    newsList,
    { category_id: category ?? 0, page, limit: perPage },
    { enabled: category !== null, staleMs },
  );
  const answer = read.data?.data;
  return {
    rows: answer?.data ?? null,
    failed: read.isError && answer === undefined,
    page,
    pages: answer?.last_page ?? 1,
    turn: (next) => setOpen({ category, page: next }),
    retry: () => void read.refetch(),
  };
}
