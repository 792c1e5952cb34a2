import { invariant } from '../invariant.ts';
import { datedMarksVersion } from '../logic-version.ts';
import { markClosing } from './change-lever.ts';
import { close } from './close-position.ts';
import { isEntrustMet, profitAt } from './formulas.ts';
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

type Piece = (events: Event[]) => void;

/** The kinds of work in the order in which a tick's work is done; they take turns, a piece each. */
const kinds = [nextOrder, nextReserve, nextLiquidation, nextStop] as const;

/**
 * The work that marks make due: orders and closes that wait for a tick; profits that have reached what the house
 * reserves for them; liquidations; stops and limit orders that a mark reached.
 */
export const leverWork: DueKind = {
  mayBecomeDue: ({ leverage }) => leverage.rows.size > 0 || leverage.reached.length > 0,
  notice: noticeMarks,
  isDue: (state) => nextPiece(state) !== null,
  doNext: (state, events) => {
    const next = nextPiece(state);
    invariant(next !== null, 'work on leverage must be due');
    state.leverage.turn = next.turn;
    next.piece(events);
    return 'fired';
  },
};

/**
 * The next piece of work, and the kind whose turn it is afterwards, so that no kind waits for more than a round of the
 * others.
 */
function nextPiece(state: ExchangeState): { readonly piece: Piece; readonly turn: number } | null {
  const { leverage } = state;
  if (state.logicVersion < datedMarksVersion) return nextInLine(state);
  dropMarks(state);
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = (leverage.turn + at) % kinds.length;
    const piece = kinds[kind]?.(state) ?? null;
    if (piece !== null) return { piece, turn: (kind + 1) % kinds.length };
  }
  leverage.turn = 0;
  return null;
}

/** The next piece by older rules: all that marks reached, mark by mark, then liquidations, then reserves. */
function nextInLine(state: ExchangeState): { readonly piece: Piece; readonly turn: number } | null {
  dropMarks(state);
  const [first] = state.leverage.reached;
  const row = first === undefined ? null : reachedRow(state, first);
  const piece =
    first === undefined || row === null
      ? (liquidation(state, nextToLiquidate(state)) ?? nextReserve(state))
      : reaching(state, row, first);
  return piece === null ? null : { piece, turn: 0 };
}

/** Drops the oldest marks while they have no work. */
function dropMarks(state: ExchangeState): void {
  const { reached } = state.leverage;
  for (let [first] = reached; first !== undefined && reachedRow(state, first) === null; [first] = reached) {
    reached.shift();
  }
}

function reachedRow(state: ExchangeState, reached: ReachedMark): LeverRow | null {
  const pair = pairOf(state, reached);
  return nextQueued(state, pair, reached) ?? nextTriggered(state, pair, reached);
}

function pairOf({ leverage }: ExchangeState, { market }: ReachedMark): LeverPair {
  const pair = leverage.pair(market);
  invariant(pair !== undefined, 'a mark must be of a pair');
  return pair;
}

function reaching(state: ExchangeState, row: LeverRow, { mark }: ReachedMark): Piece {
  return (events) => {
    reach(state, row, mark, events);
  };
}

function nextOrder(state: ExchangeState): Piece | null {
  for (const reached of state.leverage.reached) {
    const row = nextQueued(state, pairOf(state, reached), reached);
    if (row !== null) return reaching(state, row, reached);
  }
  return null;
}

function nextStop(state: ExchangeState): Piece | null {
  for (const reached of state.leverage.reached) {
    const row = nextTriggered(state, pairOf(state, reached), reached);
    if (row !== null) return reaching(state, row, reached);
  }
  return null;
}

function nextReserve(state: ExchangeState): Piece | null {
  const row = nextAtReserve(state);
  if (row === null) return null;
  return (events) => {
    secureProfit(state, row, events);
  };
}

/** A liquidation; before it, the stops of the account that marks reached. */
function nextLiquidation(state: ExchangeState): Piece | null {
  const account = nextToLiquidate(state);
  if (account === null) return null;
  for (const reached of state.leverage.reached) {
    const row = stopOf(account, reached);
    if (row !== null) return reaching(state, row, reached);
  }
  return liquidation(state, account);
}

function liquidation(state: ExchangeState, account: LeverAccount | null): Piece | null {
  if (account === null) return null;
  return (events) => {
    liquidate(state, account, events);
  };
}

/** The first open row of an account of which this mark meets a stop, in the order of `nextTriggered`. */
function stopOf({ rows }: LeverAccount, reached: ReachedMark): LeverRow | null {
  const { market, mark, sequence } = reached;
  if (mark === null) return null;
  let falling: LeverRow | null = null;
  let rising: LeverRow | null = null;
  for (const row of rows) {
    if (row.state !== 'open' || row.order.market !== market) continue;
    if (row.sequence >= sequence || !isObservedSince(reached, row.timeMs)) continue;
    // The rows are ordered by id, so that the lower id wins a tie.
    if (row.falling.place >= 0 && row.falling.key <= 0 - mark) falling = firstOf(falling, row, 'falling');
    if (row.rising.place >= 0 && row.rising.key <= mark) rising = firstOf(rising, row, 'rising');
  }
  return falling ?? rising;
}

function firstOf(first: LeverRow | null, row: LeverRow, by: 'falling' | 'rising'): LeverRow {
  return first === null || row[by].key < first[by].key ? row : first;
}

/** The first waiting or closing row that is not younger than this mark. */
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
function nextTriggered({ logicVersion }: ExchangeState, pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const { mark, sequence } = reached;
  if (mark === null) return null;
  // Older versions executed stops at marks that are older than the stops.
  const areStopsDated = logicVersion >= datedMarksVersion;
  const accepts = (row: LeverRow): boolean => {
    const isDated = areStopsDated || row.state !== 'open';
    return row.sequence < sequence && (!isDated || isObservedSince(reached, row.timeMs));
  };
  const met = pair.falling.firstWhere(0 - mark, accepts) ?? pair.rising.firstWhere(mark, accepts);
  return met?.subject ?? null;
}

function isObservedSince({ observedAtMs }: ReachedMark, timeMs: number): boolean {
  return observedAtMs === null || observedAtMs >= timeMs;
}

/** Does what a mark demands of a row: fill or revoke an order, close a position. */
function reach(state: ExchangeState, row: LeverRow, mark: number | null, events: Event[]): void {
  if (mark === null) revoke(state, row, 'no_index', events);
  else if (isMissed(row, mark)) entrust(state, row, events);
  else if (!row.isFilled) fill(state, row, mark, events);
  else if (row.state === 'closing') close(state, row, mark, closingReason(row), events);
  else if (canBear(state, row, profitAt(row.exposure, row.price, mark))) {
    close(state, row, mark, stopReason(row, mark), events);
  } else markClosing(state, row, stopReason(row, mark), events);
}

/** Whether the price of a limit order that waits for its tick has gone. */
function isMissed({ state, order: { side, target, spreadPpm } }: LeverRow, mark: number): boolean {
  return state === 'waiting' && target !== null && !isEntrustMet(side, mark, target, spreadPpm);
}

/** Lets a limit order wait for its price. */
function entrust({ leverage }: ExchangeState, row: LeverRow, events: Event[]): void {
  leverage.change(row, () => {
    row.state = 'entrusted';
  });
  const { position, user, market } = row.order;
  events.push({ type: 'lever_entrusted', position, user, market });
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
