import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a row of links that may overflow: scrolls the current link into view when it becomes current. The page itself
 * does not scroll.
 */
export function useCurrentInSight(): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const place = row.current;
    const entry = place?.querySelector('[aria-current]') ?? null;
    if (place === null || entry === null || entry === shown.current) return;
    shown.current = entry;
    const [around, inside] = [place.getBoundingClientRect(), entry.getBoundingClientRect()];
    place.scrollBy({ left: inside.left + inside.width / 2 - (around.left + around.width / 2), behavior: 'instant' });
  });
  return row;
}
