import { refuse } from '../../simulation/naive-rules.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveCredit, NaiveState } from '../../simulation/naive-state.ts';

/** Money that no reversal could take back afterwards. */
interface Lost {
  readonly user: number;
  readonly currency: number;
  readonly amount: number;
}

/** An amount that must stay for a time. */
type Kept = Pick<NaiveCredit, 'currency' | 'amount'>;

/** Refuses money to leave the accounts of a user who owes anything. */
export function checkDebts({ debts }: NaiveState, { user }: Pick<Lost, 'user'>): void {
  const [first] = debts.filter((debt) => debt.user === user).toSorted((a, b) => a.currency - b.currency);
  if (first === undefined) return;
  refuse(true, { reason: 'debt_outstanding', currency: first.currency, debt: Number(first.amount) });
}

/** Refuses a loss that leaves less than the user's unmatured credits are worth. */
export function checkUnmatured(state: NaiveState, indices: NaiveIndices, lost: Lost): void {
  const isPlain = ({ user, status, time }: NaiveCredit) =>
    user === lost.user && status === 'unmatured' && time === null;
  if (!state.credits.some(isPlain)) return;
  refuse(!isCovered(state, indices, lost, []), { reason: 'deposit_unmatured' });
}

/** Refuses a loss that leaves less than unmatured credits, maturing coins and credits with a time are worth. */
export function checkMaturing(state: NaiveState, indices: NaiveIndices, lost: Lost): void {
  const cards = state.credits.flatMap(({ status, time, user, currency, amount }) =>
    status === 'unmatured' && time !== null ? [{ user, currency, amount, untilMs: time.untilMs }] : [],
  );
  const coins = [...state.maturing, ...cards]
    .filter(({ user }) => user === lost.user)
    .toSorted((a, b) => a.untilMs - b.untilMs);
  if (isCovered(state, indices, lost, coins)) return;
  for (const [at, { untilMs }] of coins.entries()) {
    const rest = coins.slice(at + 1);
    refuse(isCovered(state, indices, lost, rest), { reason: 'coins_maturing', untilMs });
  }
}

/** Whether the rest is worth all unmatured credits and these coins. Adds up worths in 10^-30 USDT. */
function isCovered(state: NaiveState, indices: NaiveIndices, lost: Lost, coins: readonly Kept[]): boolean {
  const { user } = lost;
  const unmatured = state.credits.filter(
    (credit) => credit.user === user && credit.status === 'unmatured' && credit.time === null,
  );
  let worth = 0n;
  for (const { currency, code, decimals } of state.currencies) {
    let left = 0n;
    for (const type of [1, 2, 3, 4, 5]) for (const part of state.balance(user, type, currency)) left += part;
    for (const open of [...state.holds, lost]) {
      if (open.user === user && open.currency === currency) left -= BigInt(open.amount);
    }
    for (const offer of state.offers) if (offer.owner === user && offer.currency === currency) left -= offer.left;
    for (const open of state.lockedCoins()) {
      if (open.seller === user && open.currency === currency) left -= BigInt(open.amount);
    }
    for (const kept of [...unmatured, ...coins]) if (kept.currency === currency) left -= BigInt(kept.amount);
    const price = code === 'USDT' ? { units: 1n, decimals: 0 } : indices.priceOf(currency);
    if (price !== null) worth += left * price.units * 10n ** BigInt(30 - decimals - price.decimals);
    else if (left < 0n) return false;
  }
  return worth >= 0n;
}
