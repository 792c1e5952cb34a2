const asked = new Map<string, MediaQueryList>();

/** A cached `matchMedia`: Chromium keeps every list it returns until the page closes. */
export function mediaQuery(query: string): MediaQueryList {
  const list = asked.get(query) ?? matchMedia(query);
  asked.set(query, list);
  return list;
}
