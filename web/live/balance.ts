import { accountList, type AccountDetail } from '@bourse/contract/wallet';
import { useStore } from 'zustand';
import { useLive } from './context.tsx';
import { useRead } from './read.ts';

/** The account type from which spot orders and fixed-term deposits are paid. */
export const spotAccountType = 1;

export interface Balance {
  readonly available: string;
  readonly locked: string;
}

/**
 * The spot balance of a currency: the REST answer or the latest socket update, whichever is newer. Null until either
 * arrives.
 */
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

function balanceOf(account: AccountDetail): Balance {
  return { available: account.balance, locked: account.lock_balance };
}
