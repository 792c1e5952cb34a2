import { datedMarksVersion } from '../logic-version.ts';
import { isObservedSince } from './marks.ts';
import type { ExchangeState } from '../state.ts';
import type { ReachedMark } from './reached-marks.ts';
import type { LeverRow } from './row.ts';

/** Whether a mark executes the stop or the price of a row: it is of a later command and not older than the row. */
export function isOlderThan(state: ExchangeState, row: LeverRow, reached: ReachedMark): boolean {
  // Older versions executed stops at marks that are older than the stops.
  const isDated = state.logicVersion >= datedMarksVersion || row.state !== 'open';
  return row.sequence < reached.sequence && (!isDated || isObservedSince(state, reached, row.timeMs));
}

/** Whether a mark meets the stop of a position or the price of an order. */
function meets({ falling, rising }: LeverRow, mark: number): boolean {
  return (falling.place >= 0 && falling.key <= 0 - mark) || (rising.place >= 0 && rising.key <= mark);
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

/** The first mark at which a position that closes is to be closed, and for which work still waits. */
export function closedBy(state: ExchangeState, row: LeverRow): ReachedMark | null {
  if (row.state !== 'closing') return null;
  const isIts = (reached: ReachedMark): boolean =>
    reached.market === row.order.market && reached.mark !== null && row.sequence < reached.sequence;
  return state.leverage.reached.all().find((one) => isIts(one) && isObservedSince(state, one, row.timeMs)) ?? null;
}
