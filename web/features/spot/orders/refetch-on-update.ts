import { useEffect, useMemo } from 'react';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { createGathered } from '../../../live/gathered.ts';

/** How long updates are collected before a list is fetched again, in milliseconds. */
const updatePauseMs = 400;

/** Returns a function that runs `act` once for all calls within the pause. */
export function useGathered(act: () => Promise<unknown>): () => void {
  const gathered = useMemo(() => createGathered(act, updatePauseMs), [act]);
  useEffect(() => gathered.stop, [gathered]);
  return gathered.ask;
}

/**
 * Refetches after relevant order updates. A burst of updates causes one fetch, a steady stream fetches at a steady
 * rate.
 */
export function useRefetchOnUpdate(refetch: () => Promise<unknown>, counts: (order: KnownOrder) => boolean): void {
  const { orders } = useLive();
  const refetchSoon = useGathered(refetch);
  useEffect(
    () =>
      orders.onUpdate((order) => {
        if (counts(order)) refetchSoon();
      }),
    [orders, counts, refetchSoon],
  );
}
