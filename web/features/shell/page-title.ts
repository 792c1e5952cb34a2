import type { SiteConfig } from '@bourse/contract/identity';
import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/document-title.ts';

/** Sets the document title to the page and the site: "Trade · Bourse". */
export function useRouteTitle(config: SiteConfig | null): void {
  const { t } = useTranslation();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  usePageTitle(config === null ? null : titleOf(config, title === undefined ? '' : t(title)));
}

function titleOf({ document_title, app_name }: SiteConfig, page: string): string {
  const site = document_title === '' ? app_name : document_title;
  return page === '' ? site : `${page} · ${site}`;
}
