import { boundWorkVersion } from '../logic-version.ts';
import { currentMark } from './marks.ts';
import { revoke } from './open-position.ts';
import { reachedBy } from './reached-rows.ts';
import { invalidStop, triggeringStop } from './stops.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { CancelLever, CloseAllLever, CloseLever, PositionId, ReverseLever, SetLeverStops } from './commands.ts';
import type { CloseReason } from './events.ts';
import type { LeverRow } from './row.ts';
import type { PositionOutcome } from './submit-lever.ts';

/** How many positions a request will close at the next tick of their index. */
export interface ClosingOutcome extends Accepted {
  readonly type: 'lever_closing';
  readonly closing: number;
}

type RowRejection = RejectionFor<'position_not_found' | 'order_filling'>;

/** Revokes an entrust. */
export function cancelLever(
  state: ExchangeState,
  { user, position }: CancelLever,
  events: Event[],
): PositionOutcome | RowRejection {
  const row = changeable(state, user, position);
  if ('reason' in row) return row;
  if (row.state !== 'entrusted') return { reason: 'position_not_found' };
  revoke(state, row, 'cancelled', events);
  return { type: 'position', position };
}

/** Closes a position at the next tick of its index. */
export function closeLever(
  state: ExchangeState,
  { user, position }: CloseLever,
  events: Event[],
): PositionOutcome | RowRejection {
  return closeOpen(state, user, position, 'user', events);
}

/** Closes a position and opens the opposite one at the next tick of its index. */
export function reverseLever(
  state: ExchangeState,
  { user, position }: ReverseLever,
  events: Event[],
): PositionOutcome | RowRejection | RejectionFor<'trading_stopped'> {
  if (state.restrictions.stopsTrading(user)) return { reason: 'trading_stopped' };
  return closeOpen(state, user, position, 'reverse', events);
}

/** Closes all open positions of a user, or those of a market or of a side, but those whose stops were reached. */
export function closeAllLever(
  state: ExchangeState,
  { user, market, side }: CloseAllLever,
  events: Event[],
): ClosingOutcome | RejectionFor<'market_unknown'> {
  const { leverage } = state;
  if (market !== null && leverage.pair(market) === undefined) return { reason: 'market_unknown' };
  const rows = leverage
    .accountsOf(user)
    .flatMap((account) => account.rows)
    .filter((row) => {
      const { state: rowState, order } = row;
      const isMatch = (market === null || order.market === market) && (side === null || order.side === side);
      return isMatch && rowState === 'open' && !isExecuting(state, row);
    })
    .toSorted((a, b) => a.order.position - b.order.position);
  for (const row of rows) markClosing(state, row, 'user', events);
  return { type: 'lever_closing', closing: rows.length };
}

/** Sets or clears both stops of a position or an entrust. */
export function setLeverStops(
  state: ExchangeState,
  { user, position, takeProfit, stopLoss }: SetLeverStops,
  events: Event[],
):
  | PositionOutcome
  | RowRejection
  | RejectionFor<'lever_price_invalid' | 'index_unavailable' | 'lever_stop_would_trigger'> {
  const row = changeable(state, user, position);
  if ('reason' in row) return row;
  const { order, pair } = row;
  const invalid = invalidStop({ takeProfit, stopLoss });
  if (invalid !== null) return { reason: 'lever_price_invalid', field: invalid };
  const isOpen = row.state === 'open';
  const reference = isOpen ? currentMark(state, pair) : order.target;
  if (takeProfit !== null || stopLoss !== null) {
    if (reference === null) return { reason: 'index_unavailable' };
    const field = triggeringStop(state, pair, { side: order.side, takeProfit, stopLoss }, reference, isOpen);
    if (field !== null) return { reason: 'lever_stop_would_trigger', field };
  }
  state.leverage.change(row, () => {
    row.order = { ...order, takeProfit, stopLoss };
    if (!isOpen) return;
    row.sequence = state.sequence;
    row.timeMs = state.timeMs;
  });
  events.push({ type: 'lever_stops_set', position, user, market: order.market, takeProfit, stopLoss });
  return { type: 'position', position };
}

/** Marks an open row to be closed at the next tick, for a reason. */
export function markClosing(state: ExchangeState, row: LeverRow, reason: CloseReason, events: Event[]): void {
  state.leverage.change(row, () => {
    row.state = 'closing';
    row.closeReason = reason;
    row.sequence = state.sequence;
    row.timeMs = state.timeMs;
  });
  const { position, user, market } = row.order;
  events.push({ type: 'lever_closing', position, user, market, reason });
}

function closeOpen(
  state: ExchangeState,
  user: UserId,
  position: PositionId,
  reason: CloseReason,
  events: Event[],
): PositionOutcome | RowRejection {
  const row = changeable(state, user, position);
  if ('reason' in row) return row;
  if (row.state !== 'open') return { reason: 'position_not_found' };
  markClosing(state, row, reason, events);
  return { type: 'position', position };
}

/** The user's row, unless it waits for its tick, or a mark has reached its stop or its price. */
function changeable(state: ExchangeState, user: UserId, position: PositionId): LeverRow | RowRejection {
  const row = state.leverage.rows.get(position);
  if (row?.order.user !== user) return { reason: 'position_not_found' };
  const isBound = row.state === 'waiting' || row.state === 'closing' || isExecuting(state, row);
  return isBound ? { reason: 'order_filling' } : row;
}

/** Whether a mark has reached a row whose work waits behind others': nothing can be withdrawn any more. */
function isExecuting(state: ExchangeState, row: LeverRow): boolean {
  return state.logicVersion >= boundWorkVersion && reachedBy(state, row) !== null;
}
