import { datedMarksVersion } from '../logic-version.ts';
import { isObservedSince } from './marks.ts';
import type { MarketId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { Found, ReachedMark } from './reached-marks.ts';
import type { LeverRow } from './row.ts';

/** Whether a mark executes the stop or the price of a row: it is of a later command and not older than the row. */
export function isOlderThan(state: ExchangeState, row: LeverRow, reached: ReachedMark): boolean {
  // Older versions executed stops at marks that are older than the stops.
  const isDated = state.logicVersion >= datedMarksVersion || row.state !== 'open';
  return row.sequence < reached.sequence && (!isDated || isObservedSince(state, reached, row.timeMs));
}

/** Whether a mark meets the stop of a position or the price of an order. */
function meets({ falling, rising }: LeverRow, mark: number): boolean {
  return (falling.isPlaced && falling.key <= 0 - mark) || (rising.isPlaced && rising.key <= mark);
}

/** The first mark that has reached the stop or the price of a row, and for which work still waits. */
export function reachedBy(state: ExchangeState, row: LeverRow): ReachedMark | null {
  const { market } = row.order;
  for (const reached of state.leverage.reached.all()) {
    const { mark } = reached;
    if (reached.market === market && mark !== null && meets(row, mark) && isOlderThan(state, row, reached))
      return reached;
  }
  return null;
}

/**
 * The first of these positions that is to be closed at a mark for which work still waits: by the mark, then by the time
 * of the request. A mark at which a position of some pair is closed closes the one that was to be closed first.
 */
export function firstClosing(state: ExchangeState, rows: readonly LeverRow[]): Found<LeverRow> | null {
  const firsts = new Map<MarketId, LeverRow>();
  for (const row of rows) {
    if (row.state !== 'closing') continue;
    const first = firsts.get(row.order.market);
    // The rows are ordered by id, so that the lower id wins a tie.
    if (first === undefined || row.sequence < first.sequence) firsts.set(row.order.market, row);
  }
  if (firsts.size === 0) return null;
  for (const reached of state.leverage.reached.withOrders()) {
    const row = firsts.get(reached.market);
    if (row === undefined || reached.mark === null || row.sequence >= reached.sequence) continue;
    if (isObservedSince(state, reached, row.timeMs)) return { reached, row };
  }
  return null;
}
