import { useEffect, useMemo } from 'react';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { createGathered } from '../../../live/gathered.ts';

/** How long updates are gathered before a list is fetched again, in milliseconds. */
const updatePauseMs = 400;

/** Answers with a function that has `act` done once for all that asks for it within a moment. */
export function useGathered(act: () => Promise<unknown>): () => void {
  const gathered = useMemo(() => createGathered(act, updatePauseMs), [act]);
  useEffect(() => gathered.stop, [gathered]);
  return gathered.ask;
}

/**
 * Fetches again after an update of an order that counts. Several updates at once cost one fetch, a steady stream a
 * steady rate of fetches.
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
