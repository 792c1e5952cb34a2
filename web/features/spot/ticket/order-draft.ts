import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';
import { amountWithin, plain, positive } from './order-arithmetic.ts';

export type Side = 'buy' | 'sell';

/** The kinds of orders by their wire names; each is a tab of the form. */
export const orderKinds = ['limit', 'market', 'stop_limit', 'stop_market'] as const;
export type OrderKind = (typeof orderKinds)[number];

export const timesInForce = ['gtc', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** The handling of two orders of one user that would match. */
export const preventions = ['expire_maker', 'expire_taker', 'expire_both'] as const;
export type SelfTradePrevention = (typeof preventions)[number];

/** The input of one side's form, as plain decimals or beginnings of one. Everything else in the form is derived. */
export interface OrderDraft {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  readonly stop: string;
  /** The amount or the total, whichever was set last; `led` says which. */
  readonly size: string;
  readonly led: 'amount' | 'total';
  /** The slider's value in per cent, until another field is changed. */
  readonly share: number | null;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** The self-trade prevention; null for the market's default. */
  readonly prevention: SelfTradePrevention | null;
}

/** The basis of a share of the balance. */
export interface ShareContext {
  readonly match: Pick<Match, 'amount_step' | 'amount_decimals' | 'quote_decimals'>;
  /** Available quote currency for a buy, base currency for a sell; null while unknown. */
  readonly available: string | null;
}

/** The maximum number of decimals that the slider and "use all" set. */
const shareDecimals = 6;

export function emptyDraft(side: Side, kind: OrderKind = 'limit'): OrderDraft {
  return {
    side,
    kind,
    price: '',
    stop: '',
    size: '',
    led: 'amount',
    share: null,
    timeInForce: 'gtc',
    postOnly: false,
    prevention: null,
  };
}

/** Changes the kind of order: clears the size and keeps the rest. */
export function withKind(draft: OrderDraft, kind: OrderKind): OrderDraft {
  return draft.kind === kind ? draft : { ...cleared(draft), kind };
}

/** The draft without its size, as after it was placed. */
export function cleared(draft: OrderDraft): OrderDraft {
  return { ...draft, size: '', led: 'amount', share: null };
}

/** Sets the price. The value set last, amount or total, is kept; the other follows. */
export function withPrice(draft: OrderDraft, price: string): OrderDraft {
  return { ...draft, price, share: null };
}

export function withStop(draft: OrderDraft, stop: string): OrderDraft {
  return { ...draft, stop, share: null };
}

/** Sets a price picked elsewhere in the field that decides where the order trades. */
export function withPickedPrice(draft: OrderDraft, price: string): OrderDraft {
  return draft.kind === 'stop_market' ? withStop(draft, price) : withPrice(draft, price);
}

export function withAmount(draft: OrderDraft, amount: string): OrderDraft {
  return { ...draft, size: amount, led: 'amount', share: null };
}

export function withTotal(draft: OrderDraft, total: string): OrderDraft {
  return { ...draft, size: total, led: 'total', share: null };
}

/** A post-only order is always GTC; other orders may have any time in force. */
export function withTimeInForce(draft: OrderDraft, timeInForce: TimeInForce): OrderDraft {
  return { ...draft, timeInForce, postOnly: draft.postOnly && timeInForce === 'gtc' };
}

export function withPostOnly(draft: OrderDraft, postOnly: boolean): OrderDraft {
  return { ...draft, postOnly, timeInForce: postOnly ? 'gtc' : draft.timeInForce };
}

/**
 * Sizes a draft by a share of the available balance in per cent, truncated to whole lots and six decimals. A buy
 * without a price of its own is sized by total, because the price per lot is unknown; one whose price is missing is
 * left unchanged.
 */
export function withShare(draft: OrderDraft, percent: number, { match, available }: ShareContext): OrderDraft {
  const all = positive(available ?? '');
  if (all === null || percent <= 0) return { ...cleared(draft), share: all === null ? null : 0 };
  const share = all.times(percent).div(100);
  if (draft.side === 'sell') return { ...withAmount(draft, shareAmount(share, new Big(1), match)), share: percent };
  if (draft.kind === 'market' || draft.kind === 'stop_market') {
    return { ...withTotal(draft, plain(share, match.quote_decimals, Big.roundDown)), share: percent };
  }
  const price = positive(draft.price);
  return price === null ? draft : { ...withAmount(draft, shareAmount(share, price, match)), share: percent };
}

/** The quarter that a click on the slider selects. */
export function nearestQuarter(percent: number): number {
  return Math.round(percent / 25) * 25;
}

/** Snaps a dragged slider to the inner quarters when it is within one per cent. Both ends are easy to reach anyway. */
export function snapped(percent: number): number {
  const quarter = Math.min(Math.max(Math.round(percent / 25), 1), 3) * 25;
  return Math.abs(percent - quarter) <= 1 ? quarter : percent;
}

/** The price some ticks higher or lower, starting from `from` when empty; at least one tick. */
export function steppedPrice(
  price: string,
  ticks: number,
  from: string,
  match: Pick<Match, 'price_step' | 'price_decimals'>,
): string {
  const step = new Big(match.price_step);
  const start = positive(price) ?? positive(from) ?? step;
  const onGrid = start
    .div(step)
    .round(0, ticks > 0 ? Big.roundDown : Big.roundUp)
    .plus(ticks)
    .times(step);
  return (onGrid.lt(step) ? step : onGrid).toFixed(match.price_decimals);
}

/** The amount some lots larger or smaller; empty at zero. */
export function steppedAmount(amount: string, steps: number, match: Pick<Match, 'amount_step'>): string {
  const next = (positive(amount) ?? new Big(0)).plus(new Big(match.amount_step).times(steps));
  return next.lte(0) ? '' : next.toFixed();
}

function shareAmount(value: Big, costOfOne: Big, match: ShareContext['match']): string {
  const most = amountWithin(value, costOfOne, match);
  const coarse = most.round(shareDecimals, Big.roundDown);
  const lots = coarse.div(match.amount_step).round(0, Big.roundDown).times(match.amount_step);
  return lots.lte(0) ? '' : plain(lots, match.amount_decimals, Big.roundDown);
}
