import { datedCoversVersion } from '../logic-version.ts';
import { limitedSum } from './formulas.ts';
import { asOfMs } from './marks.ts';
import { balanceOf, isHeldUp, profitOf } from './risk.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';

/**
 * Since when the marks must be that close the covers of a row which closes at its request or at its stop: no position
 * is closed at a mark that its user may have known. Null if any mark will do, as in a liquidation.
 */
export function coveredSince({ logicVersion }: ExchangeState, { timeMs }: LeverRow): number | null {
  return logicVersion < datedCoversVersion ? null : timeMs;
}

/** The account's other filled rows on live pairs with a profit, unless their marks are older than this time. */
export function coversOf(state: ExchangeState, loser: LeverRow, sinceMs: number | null): LeverRow[] {
  return loser.account.rows.filter((row) => {
    if (row === loser || !row.isFilled || row.pair.mark === null || profitOf(row) <= 0) return false;
    return !isOlder(state, row, sinceMs);
  });
}

/**
 * Whether a filled row can be closed with this profit. If the result of another row is open, because its pair is
 * suspended or its mark is older than this time, only if the account can pay the loss from its balance and its other
 * profits.
 */
export function canBear(state: ExchangeState, row: LeverRow, profit: number, sinceMs: number | null): boolean {
  const { account } = row;
  if (balanceOf(state, account) + profit >= 0) return true;
  const isOpen =
    isHeldUp(account) || account.rows.some((one) => one !== row && one.isFilled && isOlder(state, one, sinceMs));
  if (!isOpen) return true;
  return limitedSum([balanceOf(state, account), ...coversOf(state, row, sinceMs).map(profitOf), profit]) >= 0;
}

function isOlder(state: ExchangeState, { pair }: LeverRow, sinceMs: number | null): boolean {
  if (sinceMs === null) return false;
  const markAsOfMs = asOfMs(state, pair);
  return markAsOfMs !== null && markAsOfMs < sinceMs;
}
