import { boundWorkVersion, leavingRulesVersion } from '../logic-version.ts';
import { Booking } from './booking.ts';
import { freeOfHouse } from './claims.ts';
import {
  amountOf,
  highestMultiple,
  isAllowedAmount,
  isWellCovered,
  limitedSum,
  maintenanceOf,
  marginOf,
  openingFee,
  openingPrice,
  openingReserve,
  riskRate,
  tierOf,
} from './formulas.ts';
import { equityOf } from './risk.ts';
import type { UserId } from '../identifiers.ts';
import type { Event } from '../event.ts';
import { type Amount, asAmount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverSide } from './commands.ts';
import type { RevokeReason } from './events.ts';
import type { LeverOrder, LeverRow } from './row.ts';
import type { LeverAccount, LeverPair } from './state.ts';

/** The costs of opening a position at a price. */
export interface OpeningCost {
  readonly price: number;
  readonly amount: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
}

export function costAt(
  order: Pick<LeverOrder, 'share' | 'unit' | 'multiple' | 'feePpm' | 'marketType'>,
  price: number,
): OpeningCost | null {
  const amount = amountOf(order.share, price, order.unit);
  if (!isAllowedAmount(amount)) return null;
  const margin = marginOf(amount, order.multiple);
  const fee = openingFee(order, amount, margin);
  return { price, amount: asAmount(amount), margin: asAmount(margin), fee: asAmount(fee) };
}

type LimitRejection = RejectionFor<'multiple_too_high' | 'position_too_large' | 'exposure_cap' | 'house_full'>;

/** The limits of the pair and of the house. `others` are the user's other rows on the pair, `gross` all other rows. */
export function limitRefusal(
  state: ExchangeState,
  pair: LeverPair,
  order: Pick<LeverOrder, 'multiple' | 'reservePpm'>,
  cost: OpeningCost | null,
  others: number,
  gross: number,
): LimitRejection | null {
  if (cost === null) return { reason: 'position_too_large' };
  const { amount } = cost;
  const tier = tierOf(pair.terms.tiers, others + amount);
  const maximum = tier === null ? null : Math.min(tier.multiple, highestMultiple(pair.terms));
  if (maximum !== null && order.multiple > maximum) return { reason: 'multiple_too_high', maximum };
  if (maximum === null) return { reason: 'position_too_large' };
  const room = Math.max(0, pair.terms.grossCap - gross);
  if (amount > room) return { reason: 'exposure_cap', room: asAmount(room) };
  const left = freeOfHouse(state, pair.quote) - openingReserve(amount, order.reservePpm);
  return left < state.leverage.floorOf(pair.quote) ? { reason: 'house_full' } : null;
}

/**
 * The rejection if opening would leave less equity than 120 % of all margins, those of entrusts included. The opening
 * costs the fee and the difference between the price and the reference price without the spread. `equity` and `margins`
 * are those of the account without the order.
 */
export function riskRefusal(
  equity: number,
  margins: number,
  { side, share, unit, spreadPpm }: Pick<LeverOrder, 'side' | 'share' | 'unit' | 'spreadPpm'>,
  { margin, fee }: OpeningCost,
  reference: number,
): RejectionFor<'risk_too_high'> | null {
  const spreadCost = share * unit * Math.abs(openingPrice(side, reference, spreadPpm) - reference);
  const left = limitedSum([equity, 0 - fee, 0 - spreadCost]);
  const needed = margins + margin;
  return isWellCovered(left, needed) ? null : { reason: 'risk_too_high', rate: riskRate(left, needed) };
}

/** The sum of the amounts of the account's rows on a pair. */
export function totalOn(pair: LeverPair, { rows }: Pick<LeverAccount, 'rows'>): number {
  let total = 0;
  for (const row of rows) if (row.pair === pair) total += row.amount;
  return total;
}

/** Fills a waiting or entrusted row at a mark, or revokes it with the reason why it cannot open. */
export function fill(state: ExchangeState, row: LeverRow, mark: number, events: Event[]): void {
  const { pair, account, order } = row;
  const price = openingPrice(order.side, mark, order.spreadPpm);
  const cost = costAt(order, price);
  const reason = revokeReason(state, row, mark, price, cost);
  if (reason !== null || cost === null) {
    revoke(state, row, reason ?? 'position_too_large', events);
    return;
  }
  const { amount, margin, fee } = cost;
  const reserve = asAmount(openingReserve(amount, order.reservePpm));
  const before = totalOn(pair, account) - row.amount - laterOrders(state, row).amount;
  const maintenance = asAmount(maintenanceOf(pair.terms, before, amount));
  const booking = new Booking(state, account);
  booking.payFee(fee);
  booking.reserve(reserve);
  const fillFacts = { price, markAtFill: mark, amount, margin, fee, maintenance, filledAtMs: state.timeMs };
  state.leverage.change(row, () => {
    Object.assign(row, fillFacts, { state: 'open', held: 0, reserve, sequence: state.sequence, timeMs: state.timeMs });
  });
  if (pair.isReserveMet(order.side)) state.leverage.reserveDue.add(pair);
  events.push({ type: 'lever_opened', ...order, ...fillFacts, reserve, ...booking.close(fee) });
  if (state.agents.hasOpen) state.agents.opened({ user: order.user, currency: order.currency, fee }, state.timeMs);
}

/** Ends a waiting or entrusted row without a position. */
export function revoke(state: ExchangeState, row: LeverRow, reason: RevokeReason, events: Event[]): void {
  const booking = new Booking(state, row.account);
  state.leverage.leave(row);
  events.push({ type: 'lever_revoked', ...row.order, reason, ...booking.close() });
}

/**
 * Why a row cannot be filled at a mark. Totals and sums are without the row itself, and without the account's orders of
 * later: a user who adds and cancels them would decide whether it is filled once the price is known.
 */
function revokeReason(
  state: ExchangeState,
  row: LeverRow,
  mark: number,
  price: number,
  cost: OpeningCost | null,
): RevokeReason | null {
  const { pair, account, order } = row;
  if (isTradingStopped(state, order.user)) return 'restricted';
  if (pair.terms.state !== 'open') return 'leverage_closed';
  if (price < 1 || (order.worst !== null && isWorse(order.side, price, order.worst))) return 'price_moved';
  const later = laterOrders(state, row);
  const others = totalOn(pair, account) - row.amount - later.amount;
  const limit = limitRefusal(state, pair, order, cost, others, pair.gross - row.amount - later.amount);
  if (limit !== null || cost === null) return limit?.reason ?? 'position_too_large';
  const balance = state.ledger.available(account.slot) + account.locked;
  if (balance - account.margins - (account.held - row.held - later.held) < cost.margin + cost.fee)
    return 'insufficient_balance';
  const margins = account.margins + account.heldMargins - row.margin - later.margin;
  return riskRefusal(equityOf(state, account), margins, order, cost, mark)?.reason ?? null;
}

/** The sums of the account's orders that were accepted after a row, amounts on its pair. Older versions count them. */
function laterOrders(
  { logicVersion }: ExchangeState,
  { account, order, pair }: LeverRow,
): { readonly amount: number; readonly held: number; readonly margin: number } {
  const sums = { amount: 0, held: 0, margin: 0 };
  if (logicVersion < boundWorkVersion) return sums;
  for (const row of account.rows) {
    if (row.isFilled || row.order.position <= order.position) continue;
    if (row.pair === pair) sums.amount += row.amount;
    sums.held += row.held;
    sums.margin += row.margin;
  }
  return sums;
}

/** Whether an operator has stopped the user's trading, which older logic versions ignored when orders were filled. */
export function isTradingStopped({ restrictions, logicVersion }: ExchangeState, user: UserId): boolean {
  return logicVersion >= leavingRulesVersion && restrictions.stopsTrading(user);
}

function isWorse(side: LeverSide, price: number, worst: number): boolean {
  return side === 'long' ? price > worst : price < worst;
}
