import { limitedSum, profitAt } from './formulas.ts';
import { heapEntry } from './threshold-heap.ts';
import { type Amount, asAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/** T: available and locked for leverage together. */
export function balanceOf({ ledger }: Pick<ExchangeState, 'ledger'>, { slot, locked }: LeverAccount): Amount {
  return asAmount(ledger.available(slot) + locked);
}

/** The profit of a filled row at the last mark. */
export function profitOf(row: LeverRow): number {
  return profitAt(row.exposure, row.price, row.pair.knownMark);
}

/** E: the balance and all profits at the last marks. */
export function equityOf(state: Pick<ExchangeState, 'ledger'>, account: LeverAccount): number {
  const balance = balanceOf(state, account);
  let sum: number = balance;
  let size: number = balance;
  for (const row of account.rows) {
    if (!row.isFilled) continue;
    const profit = profitOf(row);
    sum += profit;
    size += Math.abs(profit);
  }
  // Exact while no part of the sum can be rounded; almost always.
  if (size <= Number.MAX_SAFE_INTEGER) return sum;
  return limitedSum([balance, ...account.rows.filter((row) => row.isFilled).map(profitOf)]);
}

/** Whether a filled row of the account is on a suspended pair. */
export function isHeldUp({ rows }: LeverAccount): boolean {
  return rows.some((row) => row.isFilled && row.pair.mark === null);
}

/**
 * The largest loss with which a row of the account can be closed at the present marks; infinite without a row on a
 * suspended pair. A row with a loss is none of the profits that pay for it, so that it is the same for all rows.
 */
export function bearableLoss(state: Pick<ExchangeState, 'ledger'>, account: LeverAccount): number {
  if (!isHeldUp(account)) return Infinity;
  const profits = account.rows.map((row) => (row.isFilled && row.pair.mark !== null ? profitOf(row) : 0));
  return limitedSum([balanceOf(state, account), ...profits.filter((profit) => profit > 0)]);
}

/** Whether a liquidation would find something to do. */
export function canLiquidate(state: Pick<ExchangeState, 'ledger'>, account: LeverAccount): boolean {
  const bearable = bearableLoss(state, account);
  return account.rows.some((row) => !row.isFilled || (row.pair.mark !== null && 0 - profitOf(row) <= bearable));
}

/**
 * Finds out whether an account has to be liquidated, and otherwise arms it: the equity exceeds the maintenance margin
 * until the mark of some pair reaches an arm. Called after every change of the account's money or rows.
 */
export function evaluate(state: ExchangeState, account: LeverAccount): void {
  const { leverage } = state;
  disarm(account);
  leverage.due.remove(account.due);
  leverage.stuck.delete(account);
  if (account.rows.length === 0) {
    leverage.forget(account);
    return;
  }
  const slack = equityOf(state, account) - account.maintenances;
  if (slack > 0) arm(account, slack);
  else if (canLiquidate(state, account)) leverage.due.add(account.due);
  else leverage.stuck.add(account);
}

/** Evaluates several accounts, also if the collection changes meanwhile. */
export function evaluateAgain(state: ExchangeState, accounts: Iterable<LeverAccount>): void {
  for (const account of Array.from(accounts)) evaluate(state, account);
}

/**
 * Divides the slack among the account's pairs by the amounts of its net positions. While no pair has lost as much as
 * its part, the losses add up to less than the slack. With one pair the arm is exact.
 */
function arm(account: LeverAccount, slack: number): void {
  const exposures = new Map<LeverPair, number>();
  for (const { isFilled, pair, exposure } of account.rows) {
    if (isFilled) exposures.set(pair, (exposures.get(pair) ?? 0) + exposure);
  }
  let total = 0;
  for (const [pair, exposure] of exposures) total += Math.abs(exposure) * pair.knownMark;
  for (const [pair, exposure] of exposures) {
    if (exposure === 0 || pair.mark === null) continue;
    const size = Math.abs(exposure);
    // A billionth less than the exact part, so that rounding cannot make the parts exceed the slack.
    const part = exposures.size === 1 ? slack : Math.floor(slack * ((size * pair.mark) / total) * (1 - 1e-9));
    const move = Math.ceil(Math.max(1, part) / size);
    const isLong = exposure > 0;
    if (isLong && move >= pair.mark) continue;
    const heap = isLong ? pair.risk.long : pair.risk.short;
    const entry = heapEntry(isLong ? move - pair.mark : pair.mark + move, account.user, account);
    heap.add(entry);
    account.arms.push({ heap, entry });
  }
}

function disarm({ arms }: LeverAccount): void {
  for (const { heap, entry } of arms) heap.remove(entry);
  arms.length = 0;
}
