import { Booking } from './booking.ts';
import { profitAt } from './formulas.ts';
import { accept, orderFor } from './accept.ts';
import { offsetClaims, owedIn, oweProfit } from './claims.ts';
import { fill, isTradingStopped } from './open-position.ts';
import { coversOf } from './covers.ts';
import { balanceOf, profitOf } from './risk.ts';
import type { Event } from '../event.ts';
import { asAmount, noAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { CloseReason } from './events.ts';
import type { LeverRow } from './row.ts';

/** How a row is closed; `sinceMs` is the time since which the marks must be that close its covers. */
interface Closing {
  readonly mark: number;
  readonly reason: CloseReason;
  readonly sinceMs: number | null;
}

/**
 * Closes a filled row at a mark. A loss above the account's balance first closes its most profitable other rows. A row
 * that was to be reversed is followed by the opposite one at the same mark, unless its user's trading is stopped.
 */
export function close(state: ExchangeState, row: LeverRow, closing: Closing, events: Event[]): void {
  const { mark, reason } = closing;
  coverLoss(state, row, closing, events);
  closeAlone(state, row, mark, reason, events);
  if (reason === 'reverse' && !isTradingStopped(state, row.order.user)) openOpposite(state, row, mark, events);
}

function coverLoss(state: ExchangeState, row: LeverRow, { mark, sinceMs }: Closing, events: Event[]): void {
  const loss = 0 - profitAt(row.exposure, row.price, mark);
  while (loss > balanceOf(state, row.account)) {
    const covers = coversOf(state, row, sinceMs);
    const [first] = covers;
    if (first === undefined) return;
    // The rows are ordered by id, so that the lower id wins a tie.
    const best = covers.reduce((one, other) => (profitOf(other) > profitOf(one) ? other : one), first);
    closeAlone(state, best, best.pair.knownMark, 'cover', events);
  }
}

function closeAlone(state: ExchangeState, row: LeverRow, mark: number, reason: CloseReason, events: Event[]): void {
  const { order, price, markAtFill, amount, margin, fee, maintenance, filledAtMs, reserve } = row;
  const profit = profitAt(row.exposure, price, mark);
  const booking = new Booking(state, row.account);
  booking.freeReserve(reserve);
  const unpaid = profit >= 0 ? booking.payProfit(profit, reserve, owedIn(state, order.currency)) : noAmount;
  const unborne = booking.takeLoss(profit < 0 ? 0 - profit : 0);
  const deficit = asAmount(unborne - offsetClaims(state, row, unborne, events));
  const insured = booking.insure(deficit);
  state.leverage.leave(row);
  events.push({
    type: 'lever_closed',
    ...order,
    price,
    markAtFill,
    amount,
    margin,
    fee,
    maintenance,
    filledAtMs,
    reserve,
    closePrice: mark,
    reason,
    profit: asAmount(profit),
    deficit,
    insured,
    unpaid,
    ...booking.close(),
  });
  oweProfit(state, row, unpaid);
}

/** Orders and fills the opposite of a row that has been closed, by the present terms of its pair. */
function openOpposite(state: ExchangeState, { pair, order: closed }: LeverRow, mark: number, events: Event[]): void {
  const order = orderFor(state, pair, {
    user: closed.user,
    side: closed.side === 'long' ? 'short' : 'long',
    kind: 'market',
    share: closed.share,
    multiple: closed.multiple,
    target: null,
    worst: null,
    takeProfit: null,
    stopLoss: null,
    reverses: closed.position,
  });
  const nothing = noAmount;
  const cost = { price: 0, amount: nothing, margin: nothing, fee: nothing };
  fill(state, accept(state, order, pair, cost, events), mark, events);
}
