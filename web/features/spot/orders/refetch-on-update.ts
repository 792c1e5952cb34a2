import { useEffect, useMemo } from 'react';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { createThrottle } from '../../../live/throttle.ts';

/** How long updates are collected before a list is fetched again, in milliseconds. */
const updatePauseMs = 400;

/** Returns a function that runs `act` once for all calls within the pause. */
export function useThrottle(act: () => Promise<unknown>): () => void {
  const throttle = useMemo(() => createThrottle(act, updatePauseMs), [act]);
  useEffect(() => throttle.stop, [throttle]);
  return throttle.request;
}

/**
 * Refetches after relevant order updates. A burst of updates causes one fetch, a steady stream fetches at a steady
 * rate.
 */
export function useRefetchOnUpdate(refetch: () => Promise<unknown>, counts: (order: KnownOrder) => boolean): void {
  const { orders } = useLive();
  const refetchSoon = useThrottle(refetch);
  useEffect(
    () =>
      orders.onUpdate((order) => {
        if (counts(order)) refetchSoon();
      }),
    [orders, counts, refetchSoon],
  );
}
