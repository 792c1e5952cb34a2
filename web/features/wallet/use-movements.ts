import { accountList, walletChannels } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useLive } from '../../live/context.tsx';

/** Reads some answers again whenever a deposit or a withdrawal takes a step. */
export function useMovements(kind: 'deposit' | 'withdrawal', paths: readonly string[]): void {
  const { queries, socket } = useLive();
  const joined = paths.join(' ');
  useEffect(
    () =>
      socket.onPrivate(walletChannels.WALLET, (message) => {
        if (message.kind !== kind) return;
        for (const path of [accountList.path, ...joined.split(' ')])
          void queries.invalidateQueries({ queryKey: [path] });
      }),
    [joined, kind, queries, socket],
  );
}
