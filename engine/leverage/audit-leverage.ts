import { invariant } from '../invariant.ts';
import { presentMark } from './marks.ts';
import { canLiquidate, equityOf } from './risk.ts';
import type { ExchangeState } from '../state.ts';
import type { ClaimQueue } from './claim-queue.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/** Throws unless sums, marks and heaps match the rows, and every account near its maintenance margin is known. */
export function auditLeverage(state: ExchangeState): void {
  const { leverage } = state;
  const rows = [...leverage.rows.values()];
  for (const pair of leverage.allPairs()) auditPair(state, pair, rows);
  let counted = 0;
  for (const account of leverage.allAccounts()) {
    auditAccount(state, account);
    counted += account.rows.length;
  }
  invariant(counted === rows.length, 'every row must be in its account');
  for (const claims of leverage.claims.values()) auditClaims(claims);
  for (const row of rows) {
    invariant(row.order.position <= leverage.positionCount, 'a position must have an id that was assigned');
    invariant(!row.isFilled || row.reserve > 0, 'a filled row must have a reserve');
  }
}

function auditPair(state: ExchangeState, pair: LeverPair, all: readonly LeverRow[]): void {
  const rows = all.filter((row) => row.pair === pair);
  const gross = rows.reduce((sum, { amount }) => sum + amount, 0);
  invariant(rows.length === pair.rowCount && gross === pair.gross, "a pair's sums must match its rows");
  if (rows.length > 0) {
    invariant(pair.mark === presentMark(state, pair), 'a stored mark must match the indices');
    invariant(pair.mark === null || pair.mark === pair.lastMark, 'the last mark must be the present one');
  }
  const of = (states: readonly string[]): number => rows.filter((row) => states.includes(row.state)).length;
  const filled = pair.byEntry.long.size + pair.byEntry.short.size;
  invariant(pair.waiting.size === of(['waiting']), 'waiting rows must be in their queue');
  invariant(pair.closing.size === of(['closing']), 'closing rows must be in their queue');
  invariant(filled === of(['open', 'closing']), 'filled rows must be sorted by price');
  invariant(filled === pair.atReserve.long.size + pair.atReserve.short.size, 'filled rows must be sorted by reserve');
  const thresholds = rows.reduce((sum, row) => sum + thresholdsOf(row), 0);
  invariant(thresholds === pair.falling.size + pair.rising.size, 'thresholds must match orders and stops');
  if (!state.leverage.reserveDue.has(pair)) {
    const isMissed = rows.length > 0 && (pair.isReserveMet('long') || pair.isReserveMet('short'));
    invariant(!isMissed, 'a profit that has reached its reserve must be known');
  }
}

function auditClaims(claims: ClaimQueue): void {
  const all = [...claims.all()];
  invariant(all.length > 0 && all.every(({ amount }) => amount > 0), 'a claim must be of an amount');
  const sum = all.reduce((total, { amount }) => total + BigInt(amount), 0n);
  invariant(sum > BigInt(Number.MAX_SAFE_INTEGER) || Number(sum) === claims.total, 'the sum must match the claims');
}

function thresholdsOf({ state, order }: LeverRow): number {
  if (state === 'entrusted') return 1;
  if (state !== 'open') return 0;
  return (order.stopLoss === null ? 0 : 1) + (order.takeProfit === null ? 0 : 1);
}

function auditAccount(state: ExchangeState, account: LeverAccount): void {
  const { rows, user, currency, locked } = account;
  const sum = (value: (row: LeverRow) => number): number => rows.reduce((total, row) => total + value(row), 0);
  invariant(rows.length > 0 && state.leverage.account(user, currency) === account, 'an account must have rows');
  invariant(account.margins === sum((row) => (row.isFilled ? row.margin : 0)), 'margins must match the rows');
  invariant(account.held === sum(({ held }) => held), 'held money must match the rows');
  invariant(account.heldMargins === sum((row) => (row.isFilled ? 0 : row.margin)), 'held margins must match');
  invariant(account.maintenances === sum(({ maintenance }) => maintenance), 'maintenance must match the rows');
  invariant(locked <= account.margins + account.held, 'no more may be locked than rows need');
  const isSafe = equityOf(state, account) > account.maintenances;
  const { due, stuck } = state.leverage;
  const isDue = due.all().includes(account.due);
  if (!isSafe) invariant(isDue || stuck.has(account), 'an account at its maintenance margin must be known');
  if (!isSafe && canLiquidate(state, account)) invariant(isDue, 'an account that can be liquidated must be due');
}
