import { newsCategory, newsList } from '@bourse/contract/content';
import { currencyMatches } from '@bourse/contract/markets';
import type { Live } from '../../live/context.tsx';
import { readQuery } from '../../live/read.ts';

/** The input of the banner read. */
export const bannerInput = { category_id: newsCategory.banners, limit: 8 };
/** The input of the notice read. */
export const noticeInput = { category_id: newsCategory.notices, limit: 5 };
/** Published content changes rarely: it counts as fresh for this time, in milliseconds. */
export const newsStaleMs = 300_000;

/** Starts the reads of the home page while its scripts are still loading. */
export function readHomeAhead(live: Live): void {
  const reads = [
    live.queries.query({ ...readQuery(live, newsList, bannerInput, null), staleTime: newsStaleMs }),
    live.queries.query({ ...readQuery(live, newsList, noticeInput, null), staleTime: newsStaleMs }),
    live.queries.query({ ...readQuery(live, currencyMatches, {}, null), staleTime: newsStaleMs }),
  ];
  // A section without data shows the failure in place.
  for (const read of reads) read.catch(() => null);
}
