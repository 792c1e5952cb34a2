import { sendingChannels } from '@bourse/contract/sending';
import { accountList, walletChannels } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useLive } from '../../live/context.tsx';
import { createGatherer } from '../../live/gather.ts';
import { useRead } from '../../live/read.ts';

/** How often the balances and their values are fetched, in milliseconds: prices change all the time. */
const everyMs = 15_000;

/** Changes of balances within this time are fetched together, in milliseconds. */
const changesTogetherMs = 1_000;

/** The user's accounts, fetched again when a trade, a deposit, a withdrawal or sent coins change a balance. */
export function useAccounts() {
  const { orders, queries, socket } = useLive();
  useEffect(() => {
    const changes = createGatherer<null>(changesTogetherMs, () => {
      void queries.invalidateQueries({ queryKey: [accountList.path] });
    });
    const stopTrades = orders.store.subscribe((view, before) => {
      if (view.balances !== before.balances) changes.add(null);
    });
    const stopMovements = socket.onPrivate(walletChannels.WALLET, ({ account }) => {
      if (account !== null) changes.add(null);
    });
    const stopSent = socket.onPrivate(sendingChannels.SENT, () => changes.add(null));
    return () => {
      stopTrades();
      stopSent();
      stopMovements();
      changes.stop();
    };
  }, [orders, queries, socket]);
  return useRead(accountList, {}, { refreshMs: everyMs, followed: true });
}
