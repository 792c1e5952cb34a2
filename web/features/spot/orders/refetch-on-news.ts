import { useEffect, useMemo } from 'react';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { createGathered } from '../../../live/gathered.ts';

/** How long to gather news before a list is fetched anew, in milliseconds. */
const newsPauseMs = 400;

/** Answers with a function that has `act` done once for all that asks for it within a moment. */
export function useGathered(act: () => Promise<unknown>): () => void {
  const gathered = useMemo(() => createGathered(act, newsPauseMs), [act]);
  useEffect(() => gathered.stop, [gathered]);
  return gathered.ask;
}

/** Fetches anew when there is news of an order that counts; several at once cost one fetch, and steady ones a steady one. */
export function useRefetchOnNews(refetch: () => Promise<unknown>, counts: (order: KnownOrder) => boolean): void {
  const { orders } = useLive();
  const refetchSoon = useGathered(refetch);
  useEffect(
    () =>
      orders.onNews((order) => {
        if (counts(order)) refetchSoon();
      }),
    [orders, counts, refetchSoon],
  );
}
