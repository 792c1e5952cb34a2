import { builtInName, siteConfig, type SiteConfig } from '@bourse/contract/identity';
import { type Live, useLive } from './context.tsx';
import { readQuery, useRead } from './read.ts';

/** The parts of the configuration that every page shows. */
export interface SiteFace {
  /** Empty on a first visit until the configuration is loaded. */
  readonly name: string;
  /** Which languages are offered. */
  readonly langSwitch: number;
}

/** A page whose server does not answer still has a name and can be read in every built-in language. */
const builtIn: SiteFace = { name: builtInName, langSwitch: 12 };

/** The site's configuration, or null while it is loading. It is fetched once, and again when it changes. */
export function useSiteConfig(): SiteConfig | null {
  return useRead(siteConfig, {}, { staleMs: Infinity }).data?.data ?? null;
}

/** The site's name and languages: as configured, as of the last visit, or built in when the server does not answer. */
export function useSiteFace(): SiteFace {
  const { data, failureCount } = useRead(siteConfig, {}, { staleMs: Infinity });
  const known = useLive().storage.read('app_name') ?? '';
  if (data !== undefined) return { name: data.data.app_name, langSwitch: data.data.lang_switch };
  if (failureCount === 0) return { name: known, langSwitch: 0 };
  return { ...builtIn, ...(known === '' ? {} : { name: known }) };
}

/** The query of the site's configuration, for prefetching. */
export function siteConfigQuery(live: Live) {
  return readQuery(live, siteConfig, {}, null);
}
