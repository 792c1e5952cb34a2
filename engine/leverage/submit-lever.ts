import { absent } from '../absent.ts';
import { boundWorkVersion } from '../logic-version.ts';
import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { accept, isMarketable, orderFor } from './accept.ts';
import { openingPrice } from './formulas.ts';
import { currentMark } from './marks.ts';
import { costAt, limitRefusal, riskRefusal, totalOn } from './open-position.ts';
import { equityOf } from './risk.ts';
import { invalidPrice, isPrice, triggeringStop } from './stops.ts';
import type { Event } from '../event.ts';
import type { Accepted } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { PositionId, SubmitLever } from './commands.ts';
import type { OpeningCost } from './open-position.ts';
import type { LeverOrder } from './row.ts';
import type { LeverPair } from './state.ts';

/** The position that a request ordered or changed. */
export interface PositionOutcome extends Accepted {
  readonly type: 'position';
  readonly position: PositionId;
}

/** The most rows of an account: a liquidation handles all of them in one piece of work. */
const maxRows = 100;

type TermsRejection = RejectionFor<
  | 'market_unknown'
  | 'trading_stopped'
  | 'leverage_closed'
  | 'share_out_of_range'
  | 'multiple_unknown'
  | 'price_required'
  | 'lever_price_invalid'
>;
type MoneyRejection = RejectionFor<
  | 'index_unavailable'
  | 'lever_stop_would_trigger'
  | 'too_many_positions'
  | 'multiple_too_high'
  | 'position_too_large'
  | 'exposure_cap'
  | 'house_full'
  | 'insufficient_balance'
  | 'risk_too_high'
>;

/** Orders a position and holds margin and fee at the price that it may cost at most. */
export function submitLever(
  state: ExchangeState,
  command: SubmitLever,
  events: Event[],
): PositionOutcome | TermsRejection | MoneyRejection {
  const pair = state.leverage.pair(command.market);
  if (pair === undefined) return { reason: 'market_unknown' };
  const refusal = termsRefusal(state, pair, command);
  if (refusal !== null) return refusal;
  const { user, side, kind, share, multiple, target, worst, takeProfit, stopLoss } = command;
  const request = { user, side, kind, share, multiple, target, worst, takeProfit, stopLoss, reverses: null };
  const order = orderFor(state, pair, request);
  const cost = acceptable(state, pair, order);
  if ('reason' in cost) return cost;
  const row = accept(state, order, pair, cost, events);
  return { type: 'position', position: row.order.position };
}

function termsRefusal(state: ExchangeState, { terms }: LeverPair, command: SubmitLever): TermsRejection | null {
  const { user, kind, share, multiple, target } = command;
  if (state.restrictions.stopsTrading(user)) return { reason: 'trading_stopped' };
  if (terms.state !== 'open') return { reason: 'leverage_closed' };
  const { minShare: minimum, maxShare: maximum } = terms;
  const isOffered = Number.isInteger(share) && share >= minimum && share <= maximum;
  if (!isOffered) return { reason: 'share_out_of_range', minimum, maximum };
  if (!terms.multiples.includes(multiple)) return { reason: 'multiple_unknown' };
  if (kind === 'limit' && target === null) return { reason: 'price_required' };
  const field = invalidPrice(command);
  return field === null ? null : { reason: 'lever_price_invalid', field };
}

/** The costs of the order, or why it is refused. */
function acceptable(state: ExchangeState, pair: LeverPair, order: LeverOrder): OpeningCost | MoneyRejection {
  const { side, kind, worst, target, spreadPpm } = order;
  const mark = currentMark(state, pair);
  if (mark === null || !isPrice(openingPrice('short', mark, spreadPpm))) return { reason: 'index_unavailable' };
  const field = triggeringStop(state, pair, order, target ?? mark, kind === 'market');
  if (field !== null) return { reason: 'lever_stop_would_trigger', field };
  const account = state.leverage.account(order.user, order.currency);
  const rows = account?.rows ?? [];
  if (rows.length >= maxRows) return { reason: 'too_many_positions', maximum: maxRows };
  const isAtMarket = target === null || (state.logicVersion >= boundWorkVersion && isMarketable(state, order, pair));
  const dearest = Math.max(mark, openingPrice(side, mark, spreadPpm), worst ?? target ?? 0);
  const cost = costAt(order, isAtMarket ? dearest : target);
  const limit = limitRefusal(state, pair, order, cost, totalOn(pair, { rows }), pair.gross);
  if (limit !== null) return limit;
  if (cost === null) return { reason: 'position_too_large' };
  const { user, currency } = order;
  const held = (cost.margin + cost.fee) as OpeningCost['amount'];
  const locked = { user, accountType: accountType.lever, currency, amount: held, to: null };
  return (
    leavingRefusal(state, { ...locked, leaves: 'trade' }) ??
    riskRefusal(
      account === undefined ? availableTo(state, order) : equityOf(state, account),
      (account?.margins ?? 0) + (account?.heldMargins ?? 0),
      order,
      cost,
      isAtMarket ? mark : target,
    ) ??
    cost
  );
}

/** The balance of a lever account without rows. */
function availableTo({ ledger }: ExchangeState, { user, currency }: LeverOrder): number {
  const slot = ledger.find(user, accountType.lever, currency);
  return slot === absent ? 0 : ledger.available(slot);
}
