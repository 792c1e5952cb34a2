import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';
import { amountWithin, plain, positive } from './order-arithmetic.ts';

export type Side = 'buy' | 'sell';

/** The kinds of orders, by the names of the wire; each is a tab of the form. */
export const orderKinds = ['limit', 'market', 'stop_limit', 'stop_market'] as const;
export type OrderKind = (typeof orderKinds)[number];

export const timesInForce = ['gtc', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** What becomes of two orders of one person that would trade with each other. */
export const preventions = ['expire_maker', 'expire_taker', 'expire_both'] as const;
export type SelfTradePrevention = (typeof preventions)[number];

/**
 * What a person has entered for one side, as plain decimals or the beginning of one. Everything else on the form
 * follows from it.
 */
export interface OrderDraft {
  readonly side: Side;
  readonly kind: OrderKind;
  readonly price: string;
  readonly stop: string;
  /** The amount or the total, whichever was set last; `led` says which. */
  readonly size: string;
  readonly led: 'amount' | 'total';
  /** What the slider was set to, in per cent, as long as nothing else was touched. */
  readonly share: number | null;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** Null leaves it to the market. */
  readonly prevention: SelfTradePrevention | null;
}

/** What a share of a balance is worked out from. */
export interface ShareContext {
  readonly match: Pick<Match, 'amount_step' | 'amount_decimals' | 'quote_decimals'>;
  /** Available quote currency for a buy, base currency for a sell; null while it is not known. */
  readonly available: string | null;
}

/** The finest that the slider and "use all" set an amount to. */
const shareDecimals = 6;

export function emptyDraft(side: Side, kind: OrderKind = 'limit'): OrderDraft {
  return {
    ...{ side, kind, price: '', stop: '', size: '', led: 'amount', share: null },
    ...{ timeInForce: 'gtc', postOnly: false, prevention: null },
  };
}

/** Another kind of order: the amounts are cleared, the rest stays. */
export function withKind(draft: OrderDraft, kind: OrderKind): OrderDraft {
  return draft.kind === kind ? draft : { ...cleared(draft), kind };
}

/** Without its size, as after it was placed. */
export function cleared(draft: OrderDraft): OrderDraft {
  return { ...draft, size: '', led: 'amount', share: null };
}

/** A new price keeps what the person set last, the amount or the total; the other follows. */
export function withPrice(draft: OrderDraft, price: string): OrderDraft {
  return { ...draft, price, share: null };
}

export function withStop(draft: OrderDraft, stop: string): OrderDraft {
  return { ...draft, stop, share: null };
}

/** A price that was picked elsewhere goes to the field that decides where the order trades. */
export function withPickedPrice(draft: OrderDraft, price: string): OrderDraft {
  return draft.kind === 'stop_market' ? withStop(draft, price) : withPrice(draft, price);
}

export function withAmount(draft: OrderDraft, amount: string): OrderDraft {
  return { ...draft, size: amount, led: 'amount', share: null };
}

export function withTotal(draft: OrderDraft, total: string): OrderDraft {
  return { ...draft, size: total, led: 'total', share: null };
}

/** Post-only orders rest, so they are good till cancelled; the others may be either. */
export function withTimeInForce(draft: OrderDraft, timeInForce: TimeInForce): OrderDraft {
  return { ...draft, timeInForce, postOnly: draft.postOnly && timeInForce === 'gtc' };
}

export function withPostOnly(draft: OrderDraft, postOnly: boolean): OrderDraft {
  return { ...draft, postOnly, timeInForce: postOnly ? 'gtc' : draft.timeInForce };
}

/**
 * A share of the available balance, in per cent, cut to whole lots and to six decimals. A buy whose price is not its
 * own is for a total, because nobody knows yet what a lot of it will cost; one with a price needs it, and stays as it
 * is without.
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

/**
 * What the slider takes on the way to a quarter: beside one of the three it is the quarter. Both ends are easy to hit.
 */
export function snapped(percent: number): number {
  const quarter = Math.min(Math.max(Math.round(percent / 25), 1), 3) * 25;
  return Math.abs(percent - quarter) <= 1 ? quarter : percent;
}

/** A price some ticks further up (or down), starting from another one when the field is empty; never below one tick. */
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

/** An amount some lots further up (or down); empty when that is nothing. */
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
