import { useSyncExternalStore } from 'react';
import { mediaQuery } from './media-query.ts';

/** The width of the window: phone, tablet or desktop. */
export type Width = 'narrow' | 'medium' | 'wide';

const mediumQuery = '(min-width: 768px)';
const wideQuery = '(min-width: 1280px)';

export function useWidth(): Width {
  return useSyncExternalStore(subscribe, currentWidth);
}

function subscribe(onChange: () => void): () => void {
  const lists = [mediaQuery(mediumQuery), mediaQuery(wideQuery)];
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

function currentWidth(): Width {
  if (mediaQuery(wideQuery).matches) return 'wide';
  return mediaQuery(mediumQuery).matches ? 'medium' : 'narrow';
}
