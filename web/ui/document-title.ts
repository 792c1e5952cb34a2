import { useEffect } from 'react';

/** The document title: the page's, or in its place that of content on screen, such as a price. */
export interface DocumentTitle {
  readonly setPage: (title: string) => void;
  /** Shows a title in place of the page's until the returned function is called; then the latest one is shown. */
  readonly override: (title: string) => () => void;
}

/**
 * A page stays on screen after a link away from it was followed, until the next one has loaded. The next page's title
 * may therefore be set before or after the override of the previous one is removed.
 */
export function openDocumentTitle(write: (title: string) => void): DocumentTitle {
  let page: string | null = null;
  let overrides: readonly { readonly title: string }[] = [];
  const show = (): void => {
    const title = overrides.at(-1)?.title ?? page;
    if (title !== null) write(title);
  };
  return {
    setPage: (title) => {
      page = title;
      show();
    },
    override: (title) => {
      const own = { title };
      overrides = [...overrides, own];
      show();
      return () => {
        overrides = overrides.filter((other) => other !== own);
        show();
      };
    },
  };
}

const documentTitle = openDocumentTitle((title) => {
  document.title = title;
});

/** Sets the title of the page; nothing while it is null. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) documentTitle.setPage(title);
  }, [title]);
}

/** Shows a title in place of the page's while the component is on screen; nothing while it is null. */
export function useTitleOverride(title: string | null): void {
  useEffect(() => (title === null ? undefined : documentTitle.override(title)), [title]);
}
