import { accountList } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useLive } from '../../live/context.tsx';
import { createGatherer } from '../../live/gather.ts';
import { useRead } from '../../live/read.ts';

/** How often the balances and their values are fetched, in milliseconds: prices change all the time. */
const everyMs = 15_000;

/** Changes of balances within this time are fetched together, in milliseconds. */
const changesTogetherMs = 1_000;

/** The user's accounts, fetched again when a trade changes a balance. */
export function useAccounts() {
  const { orders, queries } = useLive();
  useEffect(() => {
    const changes = createGatherer<null>(changesTogetherMs, () => {
      void queries.invalidateQueries({ queryKey: [accountList.path] });
    });
    const stop = orders.store.subscribe((view, before) => {
      if (view.balances !== before.balances) changes.add(null);
    });
    return () => {
      stop();
      changes.stop();
    };
  }, [orders, queries]);
  return useRead(accountList, {}, { refreshMs: everyMs, followed: true });
}
