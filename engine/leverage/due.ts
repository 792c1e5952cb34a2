import { invariant } from '../invariant.ts';
import { boundWorkVersion, datedMarksVersion, waitingLimitsVersion, workInTurnsVersion } from '../logic-version.ts';
import { markClosing } from './change-lever.ts';
import { payableCurrency, payClaim } from './claims.ts';
import { close } from './close-position.ts';
import { isEntrustMet, profitAt } from './formulas.ts';
import { liquidate } from './liquidate.ts';
import { fill, revoke } from './open-position.ts';
import { firstClosing, isOlderThan, reachedBy } from './reached-rows.ts';
import { deleveraged, secureProfit } from './secure-profit.ts';
import { isObservedSince, noticeMarks } from './marks.ts';
import { canBear, coveredSince } from './covers.ts';
import { evaluate } from './risk.ts';
import type { DueKind, DuePiece } from '../capability.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { CloseReason } from './events.ts';
import type { Found, ReachedMark } from './reached-marks.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount, LeverPair } from './state.ts';
import type { HeapEntry } from './threshold-heap.ts';

/** The kinds of work in the order in which a tick's work is done; they take turns, a piece each. */
const kinds = [nextOrder, nextReserve, nextLiquidation, nextStop, nextClaim] as const;

/**
 * The work that marks make due: orders and closes that wait for a tick; profits that have reached what the house
 * reserves for them; liquidations; stops and limit orders that a mark reached. And claims on a house that has money.
 */
export const leverWork: DueKind = {
  mayBecomeDue: ({ leverage }) => leverage.rows.size > 0 || leverage.reached.size > 0 || leverage.claims.size > 0,
  notice: noticeMarks,
  next: nextPiece,
};

/** The next piece of work. After it the next kind has its turn, so that no kind waits for a round of the others. */
function nextPiece(state: ExchangeState): DuePiece | null {
  const { leverage } = state;
  if (state.logicVersion < workInTurnsVersion) return nextInLine(state);
  dropMarks(state);
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = (leverage.turn + at) % kinds.length;
    const piece = kinds[kind]?.(state) ?? null;
    if (piece === null) continue;
    return (_, events) => {
      leverage.turn = (kind + 1) % kinds.length;
      return piece(state, events);
    };
  }
  leverage.turn = 0;
  return null;
}

/** The next piece by older rules: all that marks reached, mark by mark, then liquidations, then reserves. */
function nextInLine(state: ExchangeState): DuePiece | null {
  const { reached } = state.leverage;
  for (let first = reached.first(); first !== undefined; first = reached.first()) {
    const pair = pairOf(state, first);
    const row = olderQueued(state, pair, first) ?? nextTriggered(state, pair, first);
    if (row !== null) return reaching(row, first);
    reached.dropFirst();
  }
  return liquidation(nextToLiquidate(state)) ?? nextReserve(state);
}

/** Drops the oldest marks while they have no work. */
function dropMarks(state: ExchangeState): void {
  const { reached } = state.leverage;
  for (let first = reached.first(); first !== undefined; first = reached.first()) {
    if (orderWork(state)?.reached === first || stopWork(state)?.reached === first) return;
    reached.dropFirst();
  }
}

function orderWork(state: ExchangeState): Found<LeverRow> | null {
  return state.leverage.reached.firstWithOrder((reached) => nextQueued(state, pairOf(state, reached), reached));
}

function stopWork(state: ExchangeState): Found<LeverRow> | null {
  return state.leverage.reached.firstWithStop((reached) => nextTriggered(state, pairOf(state, reached), reached));
}

function pairOf({ leverage }: ExchangeState, { market }: ReachedMark): LeverPair {
  const pair = leverage.pair(market);
  invariant(pair !== undefined, 'a mark must be of a pair');
  return pair;
}

function reaching(row: LeverRow, { mark }: ReachedMark): DuePiece {
  return (state, events) => reach(state, row, mark, events);
}

function nextOrder(state: ExchangeState): DuePiece | null {
  const work = orderWork(state);
  return work === null ? null : reaching(work.row, work.reached);
}

function nextStop(state: ExchangeState): DuePiece | null {
  const work = stopWork(state);
  return work === null ? null : reaching(work.row, work.reached);
}

/** A profit to be secured, or the close of the position that it would deleverage, if a mark has reached that. */
function nextReserve(state: ExchangeState): DuePiece | null {
  const row = nextAtReserve(state);
  if (row === null) return null;
  const victim = state.logicVersion < boundWorkVersion ? null : deleveraged(state, row);
  const reached = victim === null ? null : (firstClosing(state, [victim])?.reached ?? reachedBy(state, victim));
  if (victim !== null && reached !== null) return reaching(victim, reached);
  return (_, events) => {
    secureProfit(state, row, events);
    return 'fired';
  };
}

/** A liquidation; before it, the closes of the account that have their marks, and its stops that marks reached. */
function nextLiquidation(state: ExchangeState): DuePiece | null {
  const account = nextToLiquidate(state);
  if (account === null) return null;
  const close = state.logicVersion < boundWorkVersion ? null : firstClosing(state, account.rows);
  if (close !== null) return reaching(close.row, close.reached);
  for (const reached of state.leverage.reached.withStops()) {
    const row = stopOf(state, account, reached);
    if (row !== null) return reaching(row, reached);
  }
  return liquidation(account);
}

function liquidation(account: LeverAccount | null): DuePiece | null {
  if (account === null) return null;
  return (state, events) => {
    liquidate(state, account, events);
    return 'fired';
  };
}

function nextClaim(state: ExchangeState): DuePiece | null {
  const currency = payableCurrency(state);
  if (currency === null) return null;
  return (_, events) => {
    payClaim(state, currency, events);
    return 'fired';
  };
}

/** The first open row of an account of which this mark meets a stop, in the order of `nextTriggered`. */
function stopOf(state: ExchangeState, { rows }: LeverAccount, reached: ReachedMark): LeverRow | null {
  const { market, mark, sequence } = reached;
  if (mark === null) return null;
  let falling: LeverRow | null = null;
  let rising: LeverRow | null = null;
  for (const row of rows) {
    if (row.state !== 'open' || row.order.market !== market) continue;
    if (row.sequence >= sequence || !isObservedSince(state, reached, row.timeMs)) continue;
    // The rows are ordered by id, so that the lower id wins a tie.
    if (row.falling.isPlaced && row.falling.key <= 0 - mark) falling = firstOf(falling, row, 'falling');
    if (row.rising.isPlaced && row.rising.key <= mark) rising = firstOf(rising, row, 'rising');
  }
  return falling ?? rising;
}

function firstOf(first: LeverRow | null, row: LeverRow, by: 'falling' | 'rising'): LeverRow {
  return first === null || row[by].key < first[by].key ? row : first;
}

/**
 * The first waiting or closing row that is not younger than this mark. A row of a later command has no earlier time, so
 * that if the first one is too young, all are.
 */
function nextQueued(state: ExchangeState, pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const accepts = ({ key, subject }: HeapEntry<LeverRow>): boolean =>
    key < reached.sequence && isObservedSince(state, reached, subject.timeMs);
  const firsts = [pair.waiting.first(), reached.mark === null ? undefined : pair.closing.first()];
  const [waiting, closing] = firsts.map((first) => (first !== undefined && accepts(first) ? first : undefined));
  return earlier(waiting, closing)?.subject ?? null;
}

/** The same by older rules: a row that closes is passed over while it cannot be borne. */
function olderQueued(state: ExchangeState, pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const { mark, sequence } = reached;
  const isOlder = (row: LeverRow): boolean => isObservedSince(state, reached, row.timeMs);
  const waiting = pair.waiting.firstWhere(sequence - 1, isOlder) ?? undefined;
  if (mark === null) return waiting?.subject ?? null;
  const closing = pair.closing.firstWhere(
    sequence - 1,
    (row) => isOlder(row) && canBear(state, row, profitAt(row.exposure, row.price, mark), null),
  );
  return earlier(waiting, closing ?? undefined)?.subject ?? null;
}

function earlier<Subject>(
  one: HeapEntry<Subject> | undefined,
  other: HeapEntry<Subject> | undefined,
): HeapEntry<Subject> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const isFirst = one.key === other.key ? one.id < other.id : one.key < other.key;
  return isFirst ? one : other;
}

/** The first row of which this mark meets a threshold: those that the price falls to, then those that it rises to. */
function nextTriggered(state: ExchangeState, pair: LeverPair, reached: ReachedMark): LeverRow | null {
  const { mark } = reached;
  if (mark === null) return null;
  const { falling, rising } = pair;
  const accepts = (row: LeverRow): boolean => isOlderThan(state, row, reached);
  // A row of a later command has no earlier time, but older versions did not compare the time of an open row.
  const met =
    state.logicVersion < datedMarksVersion
      ? (falling.firstWhere(0 - mark, accepts) ?? rising.firstWhere(mark, accepts))
      : (falling.firstOldEnough(0 - mark, accepts) ?? rising.firstOldEnough(mark, accepts));
  return met?.subject ?? null;
}

/** Does what a mark demands of a row: fill or revoke an order, close a position. */
function reach(state: ExchangeState, row: LeverRow, mark: number | null, events: Event[]): 'fired' | 'checked' {
  if (mark === null ? mayWait(state, row) : isMissed(row, mark)) entrust(state, row, events);
  else if (mark === null) revoke(state, row, 'no_index', events);
  else if (!row.isFilled) fill(state, row, mark, events);
  else {
    const sinceMs = coveredSince(state, row);
    const isBearable = canBear(state, row, profitAt(row.exposure, row.price, mark), sinceMs);
    if (row.state === 'closing' && !isBearable) {
      closeLater(state, row);
      return 'checked';
    }
    const reason = row.state === 'closing' ? closingReason(row) : stopReason(row, mark);
    if (isBearable) close(state, row, { mark, reason, sinceMs }, events);
    else markClosing(state, row, reason, events);
  }
  return 'fired';
}

/** Lets a position that cannot be closed yet wait for a mark of after this command. */
function closeLater({ leverage, sequence, timeMs }: ExchangeState, row: LeverRow): void {
  leverage.change(row, () => {
    row.sequence = sequence;
    row.timeMs = timeMs;
  });
}

/** Whether an order outlasts a suspension of its pair: a limit order has a price of its own. */
function mayWait({ logicVersion }: ExchangeState, { order }: LeverRow): boolean {
  return order.target !== null && logicVersion >= waitingLimitsVersion;
}

/** Whether the price of a limit order that waits for its tick has gone. */
function isMissed({ state, order: { side, target, spreadPpm } }: LeverRow, mark: number): boolean {
  return state === 'waiting' && target !== null && !isEntrustMet(side, mark, target, spreadPpm);
}

/** Lets a limit order wait for its price. */
function entrust(state: ExchangeState, row: LeverRow, events: Event[]): void {
  const { leverage } = state;
  leverage.change(row, () => {
    row.state = 'entrusted';
  });
  const { position, user, market, side, target, spreadPpm } = row.order;
  leverage.reached.searchStopsAgain((reached) => {
    if (reached.market !== market || reached.mark === null || target === null) return false;
    return isEntrustMet(side, reached.mark, target, spreadPpm) && isOlderThan(state, row, reached);
  });
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
