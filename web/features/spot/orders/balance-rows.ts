import Big from 'big.js';
import type { AccountDetail } from '@bourse/contract/wallet';
import { compareDecimals, isZero } from '../../../live/decimal.ts';
import type { OrderView } from '../../../live/feeds/orders.ts';

/** The balance of one currency. `value` is its value in another currency; null when unknown. */
export interface BalanceRow {
  readonly id: number;
  readonly code: string;
  readonly available: string;
  readonly locked: string;
  readonly total: string;
  readonly value: string | null;
}

/** A balance below this many dollars is small. */
const small = '1';

/**
 * All balances above zero, the most valuable first, from the fetched accounts and later updates. `quotePrice` is the
 * dollar price of the currency in which they are valued.
 */
export function balanceRows(
  fetched: { readonly accounts: readonly AccountDetail[]; readonly sequence: number },
  updates: OrderView['balances'],
  quotePrice: string,
  hideSmall: boolean,
): readonly BalanceRow[] {
  const rows = fetched.accounts.flatMap((known) => {
    const later = updates[known.currency_id];
    const account = later !== undefined && later.sequence >= fetched.sequence ? later.account : known;
    const total = new Big(account.balance).plus(account.lock_balance).toFixed();
    if (isZero(total)) return [];
    const dollars = account.convert_usd;
    if (hideSmall && compareDecimals(dollars, small) < 0) return [];
    return [{ row: rowOf(account, total, quotePrice), dollars }];
  });
  return rows.toSorted((a, b) => compareDecimals(b.dollars, a.dollars) || a.row.id - b.row.id).map(({ row }) => row);
}

function rowOf(account: AccountDetail, total: string, quotePrice: string): BalanceRow {
  const {
    currency_id: id,
    currency_code: code,
    balance: available,
    lock_balance: locked,
    convert_usd: dollars,
  } = account;
  const known = !isZero(dollars) && !isZero(quotePrice);
  const value = known ? new Big(dollars).div(quotePrice).toFixed(8, Big.roundDown) : null;
  return { id, code, available, locked, total, value };
}
