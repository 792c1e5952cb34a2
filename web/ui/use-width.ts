import { useSyncExternalStore } from 'react';

/** How much room there is: a phone, a tablet or a narrow window, or a desk. */
export type Width = 'narrow' | 'medium' | 'wide';

const mediumQuery = '(min-width: 768px)';
const wideQuery = '(min-width: 1280px)';

export function useWidth(): Width {
  return useSyncExternalStore(subscribe, currentWidth);
}

function subscribe(onChange: () => void): () => void {
  const lists = [matchMedia(mediumQuery), matchMedia(wideQuery)];
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

function currentWidth(): Width {
  if (matchMedia(wideQuery).matches) return 'wide';
  return matchMedia(mediumQuery).matches ? 'medium' : 'narrow';
}
