import {
  type LeverAccount,
  type LeverPair,
  type LeverPosition,
  leverStatus,
  type LeverStatus,
  leverType,
} from '@bourse/contract/leverage';
import type { Language } from '@bourse/contract/texts';
import type { CurrencyId, UserId } from '@bourse/engine';
import { fractionText, unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import { say } from '../../ground/texts/index.ts';
import { type AccountState, isFilled, leverView, type PairState } from './lever-view.ts';
import type { PositionState } from './position-state.ts';

const statuses = {
  waiting: 'pending',
  entrusted: 'pending',
  open: 'dealing',
  closing: 'liquidating',
  closed: 'closed',
  revoked: 'revoked',
} as const satisfies Record<PositionState['state'], keyof typeof leverStatus>;

/** The number of a position's state on the wire. */
function statusOf({ state }: PositionState): LeverStatus {
  return leverStatus[statuses[state]];
}

/** A position in wire format, at the present mark. */
export function positionOnWire(position: PositionState, views: Views, language: Language): LeverPosition {
  const view = leverView.of(views);
  const market = views.listings.market(position.market);
  const pair = pairOf(position, views);
  const price = (points: number | null) => (points === null ? null : pointsText(pair, points));
  const money = (units: number) => unitsText(market.quote, units);
  const { end, side, margin } = position;
  const isHeld = isFilled(position) && end === null;
  const profit = end?.profit ?? view.profitOf(position);
  const limits = isHeld ? limitPrices(position, views) : { liquidation: null, bankruptcy: null };
  return {
    id: position.position,
    currency_match_id: market.id,
    symbol: market.symbol,
    base_currency_id: market.base.id,
    quote_currency_id: market.quote.id,
    type: leverType[side],
    type_name: say(language, `leverage.${side}`),
    kind: position.kind,
    status: statusOf(position),
    status_name: say(language, `leverage.${statuses[position.state]}`),
    share: position.share,
    number: handsText(pair, position.share),
    multiple: position.multiple,
    price: price(position.price) ?? '0',
    origin_price: price(position.markAtFill),
    update_price: price(end === null ? pair.lastMark : end.closePrice),
    target_price: price(position.target),
    worst_price: price(position.worst),
    target_profit_price: price(position.takeProfit),
    stop_loss_price: price(position.stopLoss),
    caution_money: money(margin),
    trade_fee: money(position.fee),
    maintenance: money(position.maintenance),
    profits: money(profit),
    profit_rate: margin === 0 ? '0' : ratioText(profit, margin, 4),
    liquidation_price: price(limits.liquidation),
    bankruptcy_price: price(limits.bankruptcy),
    adl_rank: view.rankOf(position),
    time: position.acceptedAtMs,
    filled_at: position.filledAtMs,
    handle_time: end?.atMs ?? null,
    close_price: price(end?.closePrice ?? null),
    close_reason: position.closeReason,
    revoke_reason: end?.revokeReason ?? null,
    deficit: money(end?.deficit ?? 0),
    unpaid: money(end?.unpaid ?? 0),
    reverses: position.reverses,
  };
}

/**
 * The marks of the position's pair at which its account is liquidated and at which its equity is zero, if all other
 * marks stay; null without one.
 */
function limitPrices(position: PositionState, views: Views) {
  const view = leverView.of(views);
  const { mark, lastMark } = pairOf(position, views);
  const { equity, maintenances } = view.account(position.user, position.currency);
  const exposure = view.exposureOn(position.user, position.market);
  const from = mark ?? lastMark;
  if (exposure === 0 || from === null) return { liquidation: null, bankruptcy: null };
  const at = (slack: number) => {
    const move = Math.ceil(Math.max(0, slack) / Math.abs(exposure));
    const limit = exposure > 0 ? from - move : from + move;
    return limit >= 1 && Number.isSafeInteger(limit) ? limit : null;
  };
  return { liquidation: at(equity - maintenances), bankruptcy: at(equity) };
}

/** A user's account in a quote currency. */
export function accountOnWire(user: UserId, currencyId: CurrencyId, views: Views): LeverAccount {
  const currency = views.listings.currency(currencyId);
  const account = leverView.of(views).account(user, currencyId);
  const money = (units: number) => unitsText(currency, units);
  const hazard = hazardRate(account);
  return {
    quote_currency_id: currencyId,
    balance: money(account.balance),
    user_lever: money(account.available),
    margin: money(account.margins),
    entrust_held: money(account.holds),
    maintenance: money(account.maintenances),
    equity: money(account.equity),
    profits_all: money(account.profits),
    hazard_rate: hazard,
    hazard_rev: hazard,
    transferable: money(account.transferable),
    warning: account.margins > 0 && account.equity <= account.margins,
  };
}

/** The equity of an account by its margin, in percent; null without margin. */
export function hazardRate({ equity, margins }: AccountState): string | null {
  return margins === 0 ? null : ratioText(equity, margins, 2);
}

/** The terms of a pair. */
export function pairOnWire(pair: PairState, views: Views): LeverPair {
  const { quote } = views.listings.market(pair.market);
  const { terms } = pair;
  return {
    currency_match_id: pair.market,
    state: terms.state,
    lever_share_num: handsText(pair, 1),
    mark: pair.mark === null ? null : pointsText(pair, pair.mark),
    mark_decimals: terms.markDecimals,
    spread_rate: fractionText(terms.spreadPpm),
    lever_fee_rate: fractionText(terms.feePpm),
    tiers: terms.tiers.map(({ limit, multiple }) => ({ limit: unitsText(quote, limit), multiple })),
    min_share: terms.minShare,
    max_share: terms.maxShare,
    room: unitsText(quote, leverView.of(views).roomOf(pair)),
    reserve_rate: fractionText(terms.reservePpm),
  };
}

/** A price in points as a decimal. */
export function pointsText({ terms }: Pick<PairState, 'terms'>, points: number): string {
  return wideText(BigInt(points), terms.markDecimals);
}

/** A number of hands in the base currency. */
export function handsText({ terms }: Pick<PairState, 'terms'>, share: number): string {
  return wideText(BigInt(share) * BigInt(terms.sharePoints), terms.shareDecimals);
}

/** Part ÷ whole as a percentage with these decimals, rounded down. */
function ratioText(part: number, whole: number, decimals: number): string {
  const scaled = BigInt(part) * 100n * 10n ** BigInt(decimals);
  const divisor = BigInt(whole);
  const quotient = scaled / divisor;
  const floor = scaled < 0n && scaled % divisor !== 0n ? quotient - 1n : quotient;
  return wideText(floor, decimals);
}

function pairOf({ market }: PositionState, views: Views): PairState {
  const pair = leverView.of(views).findPair(market);
  if (pair === undefined) throw new Error(`a position is of market ${market}, which has no leverage`);
  return pair;
}
