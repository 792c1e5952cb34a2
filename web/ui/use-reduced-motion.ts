import { useSyncExternalStore } from 'react';
import { mediaQuery } from './media-query.ts';

const query = '(prefers-reduced-motion: reduce)';

/** Whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => mediaQuery(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const list = mediaQuery(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}
