import { siteConfig, type SiteConfig } from '@bourse/contract';
import { useRead } from '../../live/read.ts';

/** The site's configuration, or null while it is loading. It changes so rarely that one answer lasts for a visit. */
export function useSiteConfig(): SiteConfig | null {
  return useRead(siteConfig, {}, { staleMs: Infinity }).data?.data ?? null;
}
