import type { SiteConfig } from '@bourse/contract/identity';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title to the page and the site: "Trade · Bourse". */
export function usePageTitle(config: SiteConfig | null): void {
  const { t } = useTranslation();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const page = title === undefined ? '' : t(title);
  useEffect(() => {
    if (config === null) return;
    const site = config.document_title === '' ? config.app_name : config.document_title;
    document.title = page === '' ? site : `${page} · ${site}`;
  }, [config, page]);
}
