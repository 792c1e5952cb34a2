import { siteConfig, type SiteConfig } from '@bourse/contract/identity';
import type { Live } from './context.tsx';
import { readQuery, useRead } from './read.ts';

/** The site's configuration, or null while it is loading. It changes so rarely that it is fetched once per visit. */
export function useSiteConfig(): SiteConfig | null {
  return useRead(siteConfig, {}, { staleMs: Infinity }).data?.data ?? null;
}

/** The query of the site's configuration, for prefetching. */
export function siteConfigQuery(live: Live) {
  return readQuery(live, siteConfig, {}, null);
}
