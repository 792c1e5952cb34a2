import { refuse } from '../../simulation/naive-rules.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';

/** Money that no reversal could take back afterwards. */
interface Lost {
  readonly user: number;
  readonly currency: number;
  readonly amount: number;
}

/** Refuses money to leave the accounts of a user who owes anything. */
export function checkDebts({ debts }: NaiveState, { user }: Pick<Lost, 'user'>): void {
  const [first] = debts.filter((debt) => debt.user === user).toSorted((a, b) => a.currency - b.currency);
  if (first === undefined) return;
  refuse(true, { reason: 'debt_outstanding', currency: first.currency, debt: Number(first.amount) });
}

/** Refuses a loss that leaves less than the user's unmatured credits are worth. Adds up worths in 10^-30 USDT. */
export function checkUnmatured(state: NaiveState, indices: NaiveIndices, lost: Lost): void {
  const { user } = lost;
  const unmatured = state.credits.filter((credit) => credit.user === user && credit.status === 'unmatured');
  if (unmatured.length === 0) return;
  let worth = 0n;
  for (const { currency, code, decimals } of state.currencies) {
    let left = 0n;
    for (const type of [1, 2, 3, 4, 5]) for (const part of state.balance(user, type, currency)) left += part;
    for (const open of [...state.holds, lost]) {
      if (open.user === user && open.currency === currency) left -= BigInt(open.amount);
    }
    for (const credit of unmatured) if (credit.currency === currency) left -= BigInt(credit.amount);
    const price = code === 'USDT' ? { units: 1n, decimals: 0 } : indices.priceOf(currency);
    if (price !== null) worth += left * price.units * 10n ** BigInt(30 - decimals - price.decimals);
    else refuse(left < 0n, { reason: 'deposit_unmatured' });
  }
  refuse(worth < 0n, { reason: 'deposit_unmatured' });
}
