import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';

/** The ids of the starred markets. Renders on every change of any star. */
export function useFavourites(): ReadonlySet<number> {
  return useStore(useLive().favourites.store);
}

/** The star of one market. Renders only on changes of that star. */
export function useFavourite(marketId: number): { readonly starred: boolean; readonly toggle: () => void } {
  const { favourites } = useLive();
  const starred = useStore(favourites.store, (markets) => markets.has(marketId));
  const toggle = useCallback(() => favourites.toggle(marketId), [favourites, marketId]);
  return { starred, toggle };
}
