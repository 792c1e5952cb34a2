import { accountList } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useLive, type Live } from '../../live/context.tsx';
import { readKey } from '../../live/read.ts';

/** Deposits and transfers come without a word: a balance that was fetched before so many milliseconds is a guess. */
const trustedMs = 10_000;

/** One that is older than so many milliseconds is looked up before somebody is told that it is too little. */
const doubtedMs = 2_000;

/**
 * What of a balance an order may be refused for here; null, which refuses nothing, where it was fetched too long ago:
 * the exchange knows.
 */
export function availableNow(available: string | null, ageMs: number): string | null {
  return ageMs <= trustedMs ? available : null;
}

/** How long ago the balances were fetched. */
export function balancesAgeMs({ queries, session }: Pick<Live, 'queries' | 'session'>): number {
  const { token } = session.store.getState();
  return Date.now() - (queries.getQueryState(readKey(accountList, {}, token))?.dataUpdatedAt ?? 0);
}

/** Fetches the balances anew when an order is more than is available, if that was not looked at just now. */
export function useDoubt(isShort: boolean): void {
  const live = useLive();
  useEffect(() => {
    if (isShort && balancesAgeMs(live) > doubtedMs) {
      void live.queries.invalidateQueries({ queryKey: [accountList.path] });
    }
  }, [isShort, live]);
}
