import { accountList, type AccountDetail } from '@bourse/contract/wallet';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useLive, type Live } from '../../live/context.tsx';
import { readKey, useRead } from '../../live/read.ts';

/** The account type from which spot orders are paid. */
export const spotAccountType = 1;

export interface Balance {
  readonly available: string;
  readonly locked: string;
}

/** The spot balance of a currency: as fetched, or as the latest word of the socket if that is newer. Null while unknown. */
export function useBalance(currencyId: number): Balance | null {
  const { orders } = useLive();
  const update = useStore(orders.store, (view) => view.balances[currencyId]);
  const { data } = useRead(accountList, {}, { staleMs: 30_000, refreshMs: 30_000 });
  if (update !== undefined && (data === undefined || update.sequence >= data.sequence))
    return balanceOf(update.account);
  if (data === undefined) return null;
  const account = data.data
    .flatMap(({ accounts }) => accounts)
    .find((known) => known.account_type_id === spotAccountType && known.currency_id === currencyId);
  return account === undefined ? { available: '0', locked: '0' } : balanceOf(account);
}

/** Deposits and transfers come without a word: a balance that was fetched before so many milliseconds is a guess. */
const trustedMs = 10_000;

/** One that is older than so many milliseconds is looked up before somebody is told that it is too little. */
const doubtedMs = 2_000;

/** What of a balance an order may be refused for here; null, which refuses nothing, where it was fetched too long ago: the exchange knows. */
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

function balanceOf(account: AccountDetail): Balance {
  return { available: account.balance, locked: account.lock_balance };
}
