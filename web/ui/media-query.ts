const asked = new Map<string, MediaQueryList>();

/**
 * What the browser tells of a media query. Each is asked for once, since Chromium keeps a record of every question for
 * as long as the page is open.
 */
export function mediaQuery(query: string): MediaQueryList {
  const list = asked.get(query) ?? matchMedia(query);
  asked.set(query, list);
  return list;
}
