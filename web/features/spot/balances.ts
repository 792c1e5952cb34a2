import { accountList } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useLive, type Live } from '../../live/context.tsx';
import { readKey } from '../../live/read.ts';

/**
 * Deposits and transfers are not announced, so a balance fetched longer ago than this, in milliseconds, may be
 * outdated.
 */
const freshMs = 10_000;

/** A balance older than this, in milliseconds, is fetched again before it is reported as too low. */
const checkAgainMs = 2_000;

/**
 * The balance that an order may be refused for in the form. Null, which refuses nothing, when it was fetched too long
 * ago: the exchange then decides.
 */
export function availableNow(available: string | null, ageMs: number): string | null {
  return ageMs <= freshMs ? available : null;
}

/** Milliseconds since the balances were fetched. */
export function balancesAgeMs({ queries, session }: Pick<Live, 'queries' | 'session'>): number {
  const { token } = session.store.getState();
  return Date.now() - (queries.getQueryState(readKey(accountList, {}, token))?.dataUpdatedAt ?? 0);
}

/** Fetches the balances again when an order exceeds them, unless they were fetched just now. */
export function useBalanceCheck(isShort: boolean): void {
  const live = useLive();
  useEffect(() => {
    if (isShort && balancesAgeMs(live) > checkAgainMs) {
      void live.queries.invalidateQueries({ queryKey: [accountList.path] });
    }
  }, [isShort, live]);
}
