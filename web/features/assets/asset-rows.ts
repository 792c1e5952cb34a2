import Big from 'big.js';
import type { AccountCurrency, AccountRow } from '@bourse/contract/wallet';

/** Balances below this value in dollars are small. */
const smallBelow = 1;

/** A balance of one account as its table shows it. */
export interface AssetRow {
  readonly id: number;
  readonly code: string;
  readonly available: string;
  readonly locked: string;
  readonly total: string;
  /** In dollars; null without a price. */
  readonly worth: string | null;
  readonly currency: AccountCurrency;
}

export interface AssetFilter {
  readonly search: string;
  readonly hideSmall: boolean;
}

/** The balances that fit a filter, the most valuable first; those of equal value keep their order. */
export function assetRows(accounts: readonly AccountRow[], { search, hideSmall }: AssetFilter): readonly AssetRow[] {
  const wanted = search.trim().toUpperCase();
  return accounts
    .map(rowOf)
    .filter(({ code, total, worth }) => {
      // A balance without a price may be worth anything.
      const isSmall = worth === null ? new Big(total).eq(0) : new Big(worth).lt(smallBelow);
      return code.toUpperCase().includes(wanted) && !(hideSmall && isSmall);
    })
    .toSorted((a, b) => new Big(b.worth ?? 0).cmp(a.worth ?? 0) || new Big(b.total).cmp(a.total));
}

function rowOf(detail: AccountRow): AssetRow {
  const { currency, currency_id: id, currency_code: code, balance: available, lock_balance: locked } = detail;
  const total = new Big(available).plus(locked).toFixed();
  // The server answers "0" for the value of a balance without a price.
  const isUnpriced = new Big(detail.convert_usd).eq(0) && new Big(total).gt(0);
  return { id, code, available, locked, total, worth: isUnpriced ? null : detail.convert_usd, currency };
}
