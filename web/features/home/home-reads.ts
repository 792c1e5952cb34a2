import { newsCategory, newsList } from '@bourse/contract/content';
import { currencyMatches } from '@bourse/contract/markets';
import type { Live } from '../../live/context.tsx';
import { readQuery } from '../../live/read.ts';

/** What the banners are read by. */
export const bannerInput = { category_id: newsCategory.banners, limit: 8 };
/** What the notice strip is read by. */
export const noticeInput = { category_id: newsCategory.notices, limit: 5 };
/** What the venue publishes changes rarely, in milliseconds. */
export const newsStaleMs = 300_000;

/** Asks for what the home page shows first while its scripts are still coming. */
export function readHomeAhead(live: Live): void {
  const reads = [
    live.queries.query({ ...readQuery(live, newsList, bannerInput, null), staleTime: newsStaleMs }),
    live.queries.query({ ...readQuery(live, newsList, noticeInput, null), staleTime: newsStaleMs }),
    live.queries.query({ ...readQuery(live, currencyMatches, {}, null), staleTime: newsStaleMs }),
  ];
  // A part of the page that has nothing to show says so in its own place.
  for (const read of reads) read.catch(() => null);
}
