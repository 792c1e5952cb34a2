import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a row of links or buttons that may overflow: scrolls the current one into view when it becomes current. The page
 * itself does not scroll.
 */
export function useCurrentInSight<Row extends HTMLElement = HTMLElement>(
  current = '[aria-current]',
): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const shown = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const place = row.current;
    const entry = place?.querySelector(current) ?? null;
    if (place === null || entry === null || entry === shown.current) return;
    shown.current = entry;
    const [around, inside] = [place.getBoundingClientRect(), entry.getBoundingClientRect()];
    place.scrollBy({ left: inside.left + inside.width / 2 - (around.left + around.width / 2), behavior: 'instant' });
  });
  return row;
}
