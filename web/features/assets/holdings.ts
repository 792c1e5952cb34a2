import Big from 'big.js';
import type { AccountDetail, AccountGroup, AccountRow } from '@bourse/contract/wallet';

/** The value of all accounts together. */
export function totalWorth(groups: readonly AccountGroup[]): { readonly usd: string; readonly btc: string } {
  const sum = (values: readonly string[]): string =>
    values.reduce((total, value) => total.plus(value), new Big(0)).toFixed();
  return {
    usd: sum(groups.map(({ convert_usd }) => convert_usd)),
    btc: sum(groups.map(({ convert_btc }) => convert_btc)),
  };
}

/** The balances of all accounts together, by currency, in the order of the first account. */
export function holdings(groups: readonly AccountGroup[]): readonly AccountRow[] {
  const merged = new Map<number, AccountRow>();
  for (const detail of groups.flatMap(({ accounts }) => accounts)) {
    const known = merged.get(detail.currency_id);
    merged.set(detail.currency_id, known === undefined ? detail : together(known, detail));
  }
  return [...merged.values()];
}

type Summed = 'balance' | 'lock_balance' | 'withdrawable' | 'convert_usd' | 'convert_eth' | 'convert_btc';

function together(a: AccountRow, b: AccountRow): AccountRow {
  const sum = (field: Summed): string => new Big(a[field]).plus(b[field]).toFixed();
  return {
    ...a,
    balance: sum('balance'),
    lock_balance: sum('lock_balance'),
    withdrawable: sum('withdrawable'),
    convert_usd: sum('convert_usd'),
    convert_eth: sum('convert_eth'),
    convert_btc: sum('convert_btc'),
  };
}

/** A part of the total value; the code is null for all smaller parts together. */
export interface Share {
  readonly code: string | null;
  readonly worth: string;
  /** In per cent, truncated to two decimals. */
  readonly percent: string;
  /** From 0 to 1, for drawing. */
  readonly fraction: number;
}

/** The shares of the most valuable currencies, and of the others together when there are more than `max`. */
export function allocation(balances: readonly AccountDetail[], max: number): readonly Share[] {
  const worth = balances
    .map(({ currency_code: code, convert_usd: usd }) => ({ code, usd: new Big(usd) }))
    .filter(({ usd }) => usd.gt(0))
    .toSorted((a, b) => b.usd.cmp(a.usd));
  const total = worth.reduce((sum, { usd }) => sum.plus(usd), new Big(0));
  const isCut = worth.length > max;
  const named = isCut ? worth.slice(0, max - 1) : worth;
  const rest = worth.slice(named.length).reduce((sum, { usd }) => sum.plus(usd), new Big(0));
  const parts: readonly { readonly code: string | null; readonly usd: Big }[] = isCut
    ? [...named, { code: null, usd: rest }]
    : named;
  return parts.map(({ code, usd }) => ({
    code,
    worth: usd.toFixed(),
    percent: usd.times(100).div(total).toFixed(2, Big.roundDown),
    fraction: usd.div(total).toNumber(),
  }));
}
