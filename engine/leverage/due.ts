import { invariant } from '../invariant.ts';
import { markClosing } from './change-lever.ts';
import { close } from './close-position.ts';
import { profitAt } from './formulas.ts';
import { liquidate } from './liquidate.ts';
import { fill, revoke } from './open-position.ts';
import { secureProfit } from './secure-profit.ts';
import { noticeMarks } from './marks.ts';
import { canBear, evaluate } from './risk.ts';
import type { DueKind } from '../capability.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { CloseReason } from './events.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount, LeverPair, ReachedMark } from './state.ts';

/**
 * The work that marks make due, in this order: the orders, closes and stops that a mark reached, mark by mark; then
 * liquidations; then profits that have reached what the house reserves for them.
 */
export const leverWork: DueKind = {
  mayBecomeDue: ({ leverage }) => leverage.rows.size > 0 || leverage.reached.length > 0,
  notice: noticeMarks,
  isDue: (state) => nextReached(state) !== null || nextToLiquidate(state) !== null || nextAtReserve(state) !== null,
  doNext: (state, events) => {
    const reached = nextReached(state);
    if (reached !== null) {
      reach(state, reached.row, reached.mark, events);
      return 'fired';
    }
    const account = nextToLiquidate(state);
    if (account !== null) {
      liquidate(state, account, events);
      return 'fired';
    }
    const row = nextAtReserve(state);
    invariant(row !== null, 'work on leverage must be due');
    secureProfit(state, row, events);
    return 'fired';
  },
};

/** The first row that the oldest mark with work reaches, and the mark. Drops marks without work. */
function nextReached(state: ExchangeState): { readonly row: LeverRow; readonly mark: number | null } | null {
  const { leverage } = state;
  for (;;) {
    const [first] = leverage.reached;
    if (first === undefined) return null;
    const pair = leverage.pair(first.market);
    invariant(pair !== undefined, 'a mark must be of a pair');
    const row = nextQueued(state, pair, first) ?? nextTriggered(pair, first);
    if (row !== null) return { row, mark: first.mark };
    leverage.reached.shift();
  }
}

/** The first waiting or closing row before this mark's tick. */
function nextQueued(state: ExchangeState, pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const { mark, sequence } = reached;
  const waiting = pair.waiting.firstWhere(sequence - 1, (row) => isObservedSince(reached, row.timeMs));
  if (mark === null) return waiting?.subject ?? null;
  const closing = pair.closing.firstWhere(
    sequence - 1,
    (row) => isObservedSince(reached, row.timeMs) && canBear(state, row, profitAt(row.exposure, row.price, mark)),
  );
  if (waiting === null || closing === null) return (waiting ?? closing)?.subject ?? null;
  const isFirst = waiting.key === closing.key ? waiting.id < closing.id : waiting.key < closing.key;
  return isFirst ? waiting.subject : closing.subject;
}

/** The first row of which this mark meets a threshold: those that the price falls to, then those that it rises to. */
function nextTriggered(pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const { mark, sequence } = reached;
  if (mark === null) return null;
  const accepts = (row: LeverRow): boolean =>
    row.sequence < sequence && (row.state === 'open' || isObservedSince(reached, row.timeMs));
  const met = pair.falling.firstWhere(0 - mark, accepts) ?? pair.rising.firstWhere(mark, accepts);
  return met?.subject ?? null;
}

function isObservedSince({ observedAtMs }: ReachedMark, timeMs: number): boolean {
  return observedAtMs === null || observedAtMs >= timeMs;
}

/** Does what a mark demands of a row: fill or revoke an order, close a position. */
function reach(state: ExchangeState, row: LeverRow, mark: number | null, events: Event[]): void {
  if (mark === null) revoke(state, row, 'no_index', events);
  else if (!row.isFilled) fill(state, row, mark, events);
  else if (row.state === 'closing') close(state, row, mark, closingReason(row), events);
  else if (canBear(state, row, profitAt(row.exposure, row.price, mark))) {
    close(state, row, mark, stopReason(row, mark), events);
  } else markClosing(state, row, stopReason(row, mark), events);
}

function closingReason({ closeReason }: LeverRow): CloseReason {
  invariant(closeReason !== null, 'a row that closes must have a reason');
  return closeReason;
}

/** Which stop the mark meets; it cannot meet both, because they are on different sides of an earlier price. */
function stopReason({ order: { side, stopLoss } }: LeverRow, mark: number): CloseReason {
  const isLoss = stopLoss !== null && (side === 'long' ? mark <= stopLoss : mark >= stopLoss);
  return isLoss ? 'stop_loss' : 'take_profit';
}

/** The first account that has to be liquidated. Arms accounts that have recovered meanwhile. */
function nextToLiquidate(state: ExchangeState): LeverAccount | null {
  const { due } = state.leverage;
  for (;;) {
    const account = due.first()?.subject;
    if (account === undefined) return null;
    evaluate(state, account);
    if (due.first()?.subject === account) return account;
  }
}

/** The first row whose profit has reached its reserve. Drops pairs without such a row. */
function nextAtReserve({ leverage }: ExchangeState): LeverRow | null {
  for (const pair of [...leverage.reserveDue].toSorted((a, b) => a.market - b.market)) {
    for (const side of ['long', 'short'] as const) {
      const row = pair.isReserveMet(side) ? pair.atReserve[side].first()?.subject : undefined;
      if (row !== undefined) return row;
    }
    leverage.reserveDue.delete(pair);
  }
  return null;
}
