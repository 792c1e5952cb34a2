import { useCallback } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';

/** The ids of the starred markets; renders again whenever one is starred or no longer is. */
export function useFavourites(): ReadonlySet<number> {
  return useStore(useLive().favourites.store);
}

/** The star of one market; only its own changes render again. */
export function useFavourite(marketId: number): { readonly starred: boolean; readonly toggle: () => void } {
  const { favourites } = useLive();
  const starred = useStore(favourites.store, (markets) => markets.has(marketId));
  const toggle = useCallback(() => favourites.toggle(marketId), [favourites, marketId]);
  return { starred, toggle };
}
