import Big from 'big.js';
import type { Match } from '@bourse/contract';
import { decimalsOf } from '../../live/decimal.ts';

export type Side = 'buy' | 'sell';

/** What stands in the fields, as plain decimals or the beginning of one. `led` is the one of two that the person set last. */
export interface OrderDraft {
  readonly side: Side;
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  readonly led: 'amount' | 'total';
}

/** What a market, a balance and the book say about a draft. Amounts are plain decimals. */
export interface OrderContext {
  readonly match: Pick<
    Match,
    | 'id'
    | 'price_decimals'
    | 'price_step'
    | 'amount_decimals'
    | 'amount_step'
    | 'min_notional'
    | 'taker_fee_rate'
    | 'sell_blocked'
    | 'state'
    | 'base_currency_code'
    | 'quote_currency_code'
  >;
  /** Available quote currency for a buy, base currency for a sell; null while it is not known. */
  readonly available: string | null;
}

/** A problem of one field, as the key of its text and the figures in it. */
export interface FieldError {
  readonly key:
    | 'trade.p_price'
    | 'trade.p_num'
    | 'trade.remind'
    | 'trade.priceStep'
    | 'trade.amountStep'
    | 'trade.minNotional'
    | 'trade.insufficient'
    | 'trade.onlyCancels'
    | 'trade.halted';
  readonly figures: Readonly<Record<string, string>>;
}

export interface OrderErrors {
  readonly price?: FieldError;
  readonly amount?: FieldError;
  readonly total?: FieldError;
  /** Of the market as a whole. */
  readonly market?: FieldError;
}

export interface OrderSummary {
  /** In the quote currency: price × amount; null while one of them is missing. */
  readonly total: string | null;
  /** In the currency received, by the taker's rate and rounded up. What is charged may be less, never more. */
  readonly fee: string | null;
  /** What remains of what is received after the fee, in base for a buy and in quote for a sell. */
  readonly receive: string | null;
  /** What share of the available balance the draft uses, 0 to 100, whole. */
  readonly percent: number;
}

export interface OrderEvaluation {
  readonly summary: OrderSummary;
  readonly errors: OrderErrors;
}

/** The most digits that a figure of the summary has. */
const summaryDecimals = 8;

/** Everything that the form shows and refuses, as a pure function of the draft and its context. */
export function evaluateOrder(draft: OrderDraft, context: OrderContext): OrderEvaluation {
  const price = positive(draft.price);
  const amount = positive(draft.amount);
  const total = price === null || amount === null ? null : price.times(amount);
  return {
    summary: { ...proceeds(draft.side, amount, total, context), percent: usedPercent(draft, amount, total, context) },
    errors: errorsOf(draft, price, amount, total, context),
  };
}

export function emptyDraft(side: Side): OrderDraft {
  return { side, price: '', amount: '', total: '', led: 'amount' };
}

/** A new price keeps what the person set last, the amount or the total, and works out the other. */
export function withPrice(draft: OrderDraft, price: string, context: OrderContext): OrderDraft {
  return draft.led === 'total'
    ? withTotal({ ...draft, price }, draft.total, context)
    : withAmount({ ...draft, price }, draft.amount);
}

export function withAmount(draft: OrderDraft, amount: string): OrderDraft {
  const price = positive(draft.price);
  const units = positive(amount);
  const total = price === null || units === null ? '' : plain(price.times(units), summaryDecimals, Big.roundDown);
  return { ...draft, amount, total, led: 'amount' };
}

/** The amount that a total buys, in whole steps and never more than the total. */
export function withTotal(draft: OrderDraft, total: string, context: OrderContext): OrderDraft {
  const price = positive(draft.price);
  const quote = positive(total);
  const amount = price === null || quote === null ? '' : amountWithin(quote, price, context);
  return { ...draft, total, amount, led: 'total' };
}

/** A share of the available balance, in per cent. Without a price a buy cannot be worked out and stays as it is. */
export function withPercent(draft: OrderDraft, percent: number, context: OrderContext): OrderDraft {
  const available = positive(context.available ?? '');
  if (available === null || percent <= 0) return withAmount(draft, '');
  const share = available.times(percent).div(100);
  if (draft.side === 'sell') return withAmount(draft, amountWithin(share, new Big(1), context));
  const price = positive(draft.price);
  return price === null ? draft : withAmount(draft, amountWithin(share, price, context));
}

/** The price some ticks further up (or down), starting from the last price when the field is empty; never below one tick. */
export function stepPrice(draft: OrderDraft, ticks: number, context: OrderContext, last: string): OrderDraft {
  const step = new Big(context.match.price_step);
  const from = positive(draft.price) ?? positive(last) ?? step;
  const onGrid = from
    .div(step)
    .round(0, ticks > 0 ? Big.roundDown : Big.roundUp)
    .plus(ticks)
    .times(step);
  const next = onGrid.lt(step) ? step : onGrid;
  return withPrice(draft, next.toFixed(context.match.price_decimals), context);
}

/** The amount some steps further up (or down); never below nothing. */
export function stepAmount(draft: OrderDraft, steps: number, context: OrderContext): OrderDraft {
  const step = new Big(context.match.amount_step);
  const next = (positive(draft.amount) ?? new Big(0)).plus(step.times(steps));
  return withAmount(draft, next.lte(0) ? '' : next.toFixed(decimalsOf(next.toFixed())));
}

function proceeds(
  side: Side,
  amount: Big | null,
  total: Big | null,
  context: OrderContext,
): Pick<OrderSummary, 'total' | 'fee' | 'receive'> {
  if (amount === null || total === null) return { total: null, fee: null, receive: null };
  const received = side === 'buy' ? amount : total;
  const fee = received.times(context.match.taker_fee_rate).round(summaryDecimals, Big.roundUp);
  return {
    total: plain(total, summaryDecimals, Big.roundDown),
    fee: plain(fee, summaryDecimals, Big.roundUp),
    receive: plain(received.minus(fee), summaryDecimals, Big.roundDown),
  };
}

function usedPercent(draft: OrderDraft, amount: Big | null, total: Big | null, context: OrderContext): number {
  const available = positive(context.available ?? '');
  const used = draft.side === 'buy' ? total : amount;
  if (available === null || used === null) return 0;
  const percent = used.div(available).times(100);
  return percent.gte(100) ? 100 : Number(percent.round(0, Big.roundHalfUp).toFixed());
}

function errorsOf(
  draft: OrderDraft,
  price: Big | null,
  amount: Big | null,
  total: Big | null,
  context: OrderContext,
): OrderErrors {
  const { match } = context;
  if (draft.side === 'sell' && match.sell_blocked) return { market: problem('trade.remind') };
  if (match.state === 'halted') return { market: problem('trade.halted') };
  if (match.state === 'cancel_only') return { market: problem('trade.onlyCancels') };
  const priceError = priceProblem(price, context);
  const amountError = amountProblem(amount, context) ?? sellProblem(draft, amount, context);
  const totalError = totalProblem(draft, total, context);
  return {
    ...(priceError === null ? {} : { price: priceError }),
    ...(amountError === null ? {} : { amount: amountError }),
    ...(totalError === null ? {} : { total: totalError }),
  };
}

function priceProblem(price: Big | null, { match }: OrderContext): FieldError | null {
  if (price === null) return problem('trade.p_price');
  return onStep(price, match.price_step) ? null : problem('trade.priceStep', { step: match.price_step });
}

function amountProblem(amount: Big | null, { match }: OrderContext): FieldError | null {
  if (amount === null) return problem('trade.p_num');
  return onStep(amount, match.amount_step) ? null : problem('trade.amountStep', { step: match.amount_step });
}

function sellProblem(draft: OrderDraft, amount: Big | null, context: OrderContext): FieldError | null {
  if (draft.side !== 'sell' || amount === null || context.available === null) return null;
  if (amount.lte(context.available)) return null;
  return problem('trade.insufficient', {
    available: context.available,
    currency: context.match.base_currency_code,
  });
}

function totalProblem(draft: OrderDraft, total: Big | null, { match, available }: OrderContext): FieldError | null {
  if (total === null) return null;
  const currency = match.quote_currency_code;
  if (total.lt(match.min_notional)) return problem('trade.minNotional', { minimum: match.min_notional, currency });
  if (draft.side === 'buy' && available !== null && total.gt(available)) {
    return problem('trade.insufficient', { available, currency });
  }
  return null;
}

function problem(key: FieldError['key'], figures: FieldError['figures'] = {}): FieldError {
  return { key, figures };
}

/** A number above zero, or null. "12." counts as 12. */
function positive(text: string): Big | null {
  const digits = text.replace(/\.$/, '');
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(digits)) return null;
  const value = new Big(digits.startsWith('.') ? `0${digits}` : digits);
  return value.gt(0) ? value : null;
}

function onStep(value: Big, step: string): boolean {
  return value.mod(step).eq(0);
}

/** The largest amount in whole steps whose cost is not more than a value; empty when that is nothing. */
function amountWithin(value: Big, costOfOne: Big, { match }: OrderContext): string {
  const costOfStep = costOfOne.times(match.amount_step);
  const quotient = value.div(costOfStep).round(0, Big.roundDown);
  // The quotient is rounded at its last digit, which could have lifted it to the next whole number.
  const steps = quotient.times(costOfStep).gt(value) ? quotient.minus(1) : quotient;
  return steps.lte(0) ? '' : plain(steps.times(match.amount_step), match.amount_decimals, Big.roundDown);
}

function plain(value: Big, decimals: number, rounding: 0 | 1 | 2 | 3): string {
  const text = value.toFixed(decimals, rounding);
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}
