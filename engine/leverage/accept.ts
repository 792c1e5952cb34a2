import { accountType } from '../ledger/account.ts';
import { waitingLimitsVersion } from '../logic-version.ts';
import { Booking } from './booking.ts';
import { isEntrustMet } from './formulas.ts';
import { currentMark, presentMark } from './marks.ts';
import { LeverRow } from './row.ts';
import { LeverAccount } from './state.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Event } from '../event.ts';
import { asAmount, noAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { PositionId } from './commands.ts';
import type { OpeningCost } from './open-position.ts';
import type { LeverOrder } from './row.ts';
import type { LeverPair } from './state.ts';

/** The part of an order that its user chooses; the rest are the terms of its pair. */
export type OrderRequest = Pick<
  LeverOrder,
  'user' | 'side' | 'kind' | 'share' | 'multiple' | 'target' | 'worst' | 'takeProfit' | 'stopLoss' | 'reverses'
>;

/** The order with the next id, by the present terms of the pair; the fields are in the order of the events. */
export function orderFor(state: ExchangeState, pair: LeverPair, request: OrderRequest): LeverOrder {
  const { user, side, kind, share, multiple, target, worst, takeProfit, stopLoss, reverses } = request;
  const { spreadPpm, feePpm, marketType, reservePpm } = pair.terms;
  return {
    position: (state.leverage.positionCount + 1) as PositionId,
    user,
    market: pair.market,
    currency: pair.quote,
    side,
    kind,
    share,
    multiple,
    unit: pair.unit,
    spreadPpm,
    feePpm,
    marketType,
    reservePpm,
    target,
    worst,
    takeProfit,
    stopLoss,
    reverses,
    acceptedAtMs: state.timeMs,
  };
}

/** Adds an order that waits for its tick or for its price, and holds margin and fee. */
export function accept(
  state: ExchangeState,
  order: LeverOrder,
  pair: LeverPair,
  { price, amount, margin, fee }: OpeningCost,
  events: Event[],
): LeverRow {
  const { leverage } = state;
  leverage.positionCount = order.position;
  if (pair.rowCount === 0) {
    pair.mark = presentMark(state, pair);
    pair.lastMark = pair.mark ?? pair.lastMark;
  }
  const account = openAccount(state, order.user, order.currency);
  const held = asAmount(margin + fee);
  const nothing = noAmount;
  const rowState = isMarketable(state, order, pair) ? 'waiting' : 'entrusted';
  const progress = {
    state: rowState,
    sequence: state.sequence,
    timeMs: state.timeMs,
    price,
    amount,
    margin,
    held,
    markAtFill: 0,
    fee: nothing,
    maintenance: nothing,
    reserve: nothing,
    filledAtMs: 0,
    closeReason: null,
  } as const;
  const row = new LeverRow(order, progress, pair, account);
  const booking = new Booking(state, account);
  leverage.enter(row);
  events.push({
    type: 'lever_accepted',
    ...order,
    state: rowState,
    price,
    amount,
    margin,
    fee,
    held,
    ...booking.close(),
  });
  return row;
}

/**
 * Whether the order waits for its tick: a market order, and a limit order whose price the mark has reached already. A
 * user who could cancel the latter before its tick would execute it only if the tick turned out well.
 */
export function isMarketable(state: ExchangeState, { side, target, spreadPpm }: LeverOrder, pair: LeverPair): boolean {
  if (target === null) return true;
  const mark = currentMark(state, pair);
  return state.logicVersion >= waitingLimitsVersion && mark !== null && isEntrustMet(side, mark, target, spreadPpm);
}

function openAccount({ leverage, ledger }: ExchangeState, user: UserId, currency: CurrencyId): LeverAccount {
  const known = leverage.account(user, currency);
  if (known !== undefined) return known;
  const account = new LeverAccount(user, currency, ledger.open(user, accountType.lever, currency));
  leverage.addAccount(account);
  return account;
}
