import Big from 'big.js';
import type { CallInput } from '@bourse/contract';
import type { DepthRow, Match } from '@bourse/contract/markets';
import type { buyAdd } from '@bourse/contract/spot';
import { estimateMarket, type MarketEstimate } from './market-estimate.ts';
import { ownOrdersUpTo, reachOfLimit } from './met-own-orders.ts';
import type { OrderDraft, SelfTradePrevention, Side } from './order-draft.ts';
import { amountThatEarns, amountWithin, feeOf, onStep, plain, positive } from './order-arithmetic.ts';

export type { Side } from './order-draft.ts';

/** The market data that a draft is evaluated with. Amounts are plain decimals. */
export interface OrderContext {
  readonly match: Pick<
    Match,
    | 'id'
    | 'price_decimals'
    | 'price_step'
    | 'amount_decimals'
    | 'amount_step'
    | 'base_decimals'
    | 'quote_decimals'
    | 'min_notional'
    | 'market_slippage'
    | 'maker_fee_rate'
    | 'taker_fee_rate'
    | 'self_trade_prevention'
    | 'sell_blocked'
    | 'state'
    | 'base_currency_code'
    | 'quote_currency_code'
  >;
  /** Available quote currency for a buy, base currency for a sell; null while unknown. */
  readonly available: string | null;
  /** The levels that the order would match, best first. */
  readonly opposite: readonly DepthRow[];
  /** The user's own part of these levels, which does not trade with the order. */
  readonly own: readonly DepthRow[];
  /** The price of the last trade; null while unknown or before the first trade. */
  readonly last: string | null;
}

export type FieldName = 'stop' | 'price' | 'amount' | 'total';

/** A problem, as the key of its text with its values. */
export interface Problem {
  readonly key:
    | 'errors.price_required'
    | 'errors.quantity_required'
    | 'errors.no_best_price'
    | 'trade.remind'
    | 'errors.price_step'
    | 'errors.quantity_step'
    | 'trade.minNotional'
    | 'trade.insufficient'
    | 'trade.postOnlyMarket'
    | 'trade.cancelOnlyMarket'
    | 'trade.halted'
    | 'errors.stop_price_required'
    | 'ticket.stopAbove'
    | 'ticket.stopBelow';
  readonly values: Readonly<Record<string, string>>;
}

/** Problems by field, or of the market as a whole. */
export type OrderErrors = { readonly [Field in FieldName | 'market']?: Problem };

/** A warning about an order. A `grave` one requires confirmation. */
export interface Warning {
  readonly key:
    | 'ticket.slippageHigh'
    | 'ticket.partly'
    | 'ticket.farAbove'
    | 'ticket.farBelow'
    | 'ticket.farFromStop'
    | 'ticket.meetsOwn'
    | 'ticket.endsAtOwn'
    | 'ticket.endsBoth'
    | 'ticket.large'
    | 'ticket.largeUnknown';
  readonly values: Readonly<Record<string, string>>;
  readonly grave: boolean;
}

export interface OrderSummary {
  /** The contents of the fields. Of amount and total, the one that was not entered is derived from the other. */
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  /** Whether derived numbers depend on the book, which may change before the order arrives. */
  readonly estimated: boolean;
  /**
   * In the received currency, rounded up to its smallest unit per trade, counting each level of the book as a trade;
   * null while unknown.
   */
  readonly fee: string | null;
  /** The fee rate and whose it is; `max` is the higher one of maker and taker. */
  readonly feeRate: string;
  readonly feeRole: 'maker' | 'taker' | 'max';
  /** The received amount after the fee, in the base currency for a buy and the quote currency for a sell. */
  readonly receive: string | null;
  /** The share of the available balance that the draft uses, an integer from 0 to 100. */
  readonly percent: number;
  /**
   * For a market order: the average price in the visible book, and how much worse than the best price it is, in per
   * cent.
   */
  readonly average: string | null;
  readonly slippage: string | null;
  /** The worst price at which a market order would trade in the visible book. */
  readonly worst: string | null;
  /** The value in the quote currency, for a market order at least at the best price; null while unknown. */
  readonly worth: string | null;
}

/** The input of `tx_in/add` and `tx_out/add`. */
export type OrderInput = CallInput<typeof buyAdd>;

export interface OrderEvaluation {
  readonly summary: OrderSummary;
  readonly errors: OrderErrors;
  readonly warnings: readonly Warning[];
  /** The order to send; null while there are errors. */
  readonly input: OrderInput | null;
}

/** The slippage in per cent from which a market order warns, and from which it requires confirmation. */
const slippageLimits = { warned: '0.5', asked: '1' } as const;

/** How much worse than the market a price may be, in per cent, without confirmation. */
const farPercent = 5;

/** Everything that the form shows, refuses, warns of and sends, as a pure function of the draft and its context. */
export function evaluateOrder(draft: OrderDraft, context: OrderContext): OrderEvaluation {
  const sized = sizeOf(draft, context);
  const errors = errorsOf(draft, sized, context);
  const valid = Object.keys(errors).length === 0;
  return {
    summary: summaryOf(draft, sized, context),
    errors,
    warnings: warningsOf(draft, sized, context),
    input: valid ? inputOf(draft, sized, context) : null,
  };
}

/** The balance that an order requires and holds; null while it has no size. */
export function balanceNeeded(draft: OrderDraft, context: OrderContext): Big | null {
  return sizeOf(draft, context).needed;
}

/** A draft in numbers. Missing and underivable ones are null. */
interface Sized {
  readonly stop: Big | null;
  /** The limit price, or the reference price of a market order. */
  readonly price: Big | null;
  readonly entered: Big | null;
  readonly amount: Big | null;
  readonly total: Big | null;
  /** The balance that the order requires: quote currency for a buy, base currency for a sell. */
  readonly needed: Big | null;
  readonly estimate: MarketEstimate | null;
}

function sizeOf(draft: OrderDraft, context: OrderContext): Sized {
  const stop = positive(draft.stop);
  const entered = positive(draft.size);
  switch (draft.kind) {
    case 'limit':
    case 'stop_limit':
      return { stop, entered, ...sizeAt(draft, positive(draft.price), entered, context), estimate: null };
    case 'market':
      return { stop, entered, ...marketSize(draft, entered, context) };
    case 'stop_market': {
      const sized = sizeAt(draft, stop, entered, context);
      return { stop, entered, ...sized, needed: neededAfterStop(draft, sized, entered, context), estimate: null };
    }
  }
}

/** The size at one price: the entered value and the other one derived in whole lots. */
function sizeAt(
  { side, led }: OrderDraft,
  price: Big | null,
  entered: Big | null,
  { match }: OrderContext,
): Pick<Sized, 'price' | 'amount' | 'total' | 'needed'> {
  const amount =
    led === 'amount' ? entered : price === null || entered === null ? null : lotsFor(entered, price, match);
  const total = price === null || amount === null ? null : price.times(amount);
  return { price, amount, total, needed: side === 'buy' ? total : amount };
}

function lotsFor(total: Big, price: Big, match: OrderContext['match']): Big | null {
  const amount = amountWithin(total, price, match);
  return amount.gt(0) ? amount : null;
}

/**
 * The size of a market order, estimated from the book. It requires its cost at the best price, as the exchange does.
 */
function marketSize(
  draft: OrderDraft,
  entered: Big | null,
  { match, opposite, own, available }: OrderContext,
): Omit<Sized, 'stop' | 'entered'> {
  const { side, led } = draft;
  const price = positive(opposite[0]?.price ?? '');
  if (price === null || entered === null) {
    const amount = led === 'amount' ? entered : null;
    return { price, amount, total: led === 'total' ? entered : null, needed: null, estimate: null };
  }
  const endsAtOwn = preventionOf(draft, match) !== 'expire_maker';
  const size = { side, led, size: entered, available: available === null ? null : new Big(available), endsAtOwn };
  const estimate = estimateMarket(size, opposite, own, match);
  const amount = led === 'amount' ? entered : estimate.amount;
  const total = led === 'total' ? entered : estimate.total;
  const needed =
    side === 'buy'
      ? led === 'total'
        ? entered
        : entered.times(price)
      : led === 'total'
        ? amountThatEarns(entered, price, match)
        : entered;
  return { price, amount, total, needed, estimate };
}

/** The balance that a stop-market order requires: its cost at the worst price within the market's slippage. */
function neededAfterStop(
  { side, led }: OrderDraft,
  { price, amount }: Pick<Sized, 'price' | 'amount'>,
  entered: Big | null,
  { match }: OrderContext,
): Big | null {
  if (price === null || amount === null || entered === null) return null;
  const slippage = new Big(match.market_slippage);
  if (side === 'buy') return led === 'total' ? entered : amount.times(price).times(slippage.plus(1));
  return led === 'amount' ? entered : amountThatEarns(entered, price.times(new Big(1).minus(slippage)), match);
}

function summaryOf(draft: OrderDraft, sized: Sized, context: OrderContext): OrderSummary {
  const { match } = context;
  const { amount, total, estimate } = sized;
  const byBook = draft.kind === 'market' || draft.kind === 'stop_market';
  const follows = (value: Big | null, decimals: number): string =>
    value === null || value.lte(0) ? '' : plain(value, decimals, Big.roundDown);
  const average = estimate?.average ?? null;
  return {
    price: draft.kind === 'market' ? (sized.price?.toFixed(match.price_decimals) ?? '') : draft.price,
    amount: draft.led === 'amount' ? draft.size : follows(amount, match.amount_decimals),
    total: draft.led === 'total' ? draft.size : follows(total, match.quote_decimals),
    estimated: byBook,
    ...proceedsOf(draft, sized, context),
    percent: draft.share ?? usedPercent(sized.needed, context.available),
    average: average === null ? null : plain(average, match.quote_decimals, Big.roundDown),
    slippage: estimate === null || average === null ? null : estimate.slippage.toFixed(),
    worst: estimate?.worst?.toFixed(match.price_decimals) ?? null,
    worth: worthOf(draft, sized),
  };
}

/** The whole order counts, also where the visible book fills only a part of it. */
function worthOf({ led }: OrderDraft, { price, amount, total, entered }: Sized): string | null {
  if (led === 'total') return entered?.toFixed() ?? null;
  if (price === null || amount === null) return null;
  const atBest = price.times(amount);
  return (total !== null && total.gt(atBest) ? total : atBest).toFixed();
}

function proceedsOf(
  draft: OrderDraft,
  { amount, total, estimate }: Sized,
  { match }: OrderContext,
): Pick<OrderSummary, 'fee' | 'feeRate' | 'feeRole' | 'receive'> {
  const buys = draft.side === 'buy';
  const decimals = buys ? match.base_decimals : match.quote_decimals;
  const role = feeRoleOf(draft);
  const maker = new Big(match.maker_fee_rate);
  const higher = maker.gt(match.taker_fee_rate) ? match.maker_fee_rate : match.taker_fee_rate;
  const rate = { maker: match.maker_fee_rate, taker: match.taker_fee_rate, max: higher }[role];
  const received = estimate === null ? (buys ? amount : total) : buys ? estimate.amount : estimate.total;
  const known = received !== null && amount !== null && total !== null && received.gt(0);
  if (!known || (draft.kind === 'market' && estimate === null))
    return { fee: null, feeRate: rate, feeRole: role, receive: null };
  const fee = estimate === null ? feeOf(received, rate, decimals) : estimate.fee;
  return {
    feeRate: rate,
    feeRole: role,
    fee: plain(fee, decimals, Big.roundUp),
    receive: plain(received.minus(fee), decimals, Big.roundDown),
  };
}

/**
 * An order that never rests pays the taker fee, one that only rests the maker fee; for others it is unknown in advance.
 */
function feeRoleOf({ kind, timeInForce, postOnly }: OrderDraft): OrderSummary['feeRole'] {
  if (kind === 'market' || kind === 'stop_market' || timeInForce !== 'gtc') return 'taker';
  return postOnly ? 'maker' : 'max';
}

function usedPercent(needed: Big | null, available: string | null): number {
  const all = positive(available ?? '');
  if (all === null || needed === null) return 0;
  const percent = needed.div(all).times(100);
  return percent.gte(100) ? 100 : Number(percent.round(0, Big.roundDown).toFixed());
}

function errorsOf(draft: OrderDraft, sized: Sized, context: OrderContext): OrderErrors {
  const blocked = marketProblem(draft, context);
  if (blocked !== null) return { market: blocked };
  const found: Partial<Record<FieldName, Problem>> = {};
  const note = (field: FieldName, what: Problem | null): void => {
    if (what !== null && found[field] === undefined) found[field] = what;
  };
  note('stop', stopProblem(draft, sized.stop, context));
  note('price', priceProblem(draft, sized.price, context));
  note(draft.led, sizeProblem(draft, sized, context));
  note('total', worthProblem(draft, sized, context));
  note(draft.side === 'buy' ? 'total' : 'amount', balanceProblem(draft, sized, context));
  return found;
}

/**
 * Why the market does not accept the order. Only the exchange knows whether a limit order would rest, because its book
 * is newer.
 */
function marketProblem({ side, kind }: OrderDraft, { match }: OrderContext): Problem | null {
  if (side === 'sell' && match.sell_blocked) return problem('trade.remind');
  switch (match.state) {
    case 'open':
      return null;
    case 'post_only':
      return kind === 'limit' ? null : problem('trade.postOnlyMarket');
    case 'cancel_only':
      return problem('trade.cancelOnlyMarket');
    case 'halted':
      return problem('trade.halted');
  }
}

function stopProblem({ side, kind }: OrderDraft, stop: Big | null, { match, last }: OrderContext): Problem | null {
  if (kind === 'limit' || kind === 'market') return null;
  if (stop === null) return problem('errors.stop_price_required');
  if (!onStep(stop, match.price_step)) return problem('errors.price_step', { step: match.price_step });
  const reference = positive(last ?? '');
  if (last === null || reference === null) return null;
  if (side === 'buy') return stop.gt(reference) ? null : problem('ticket.stopAbove', { price: last });
  return stop.lt(reference) ? null : problem('ticket.stopBelow', { price: last });
}

function priceProblem({ kind }: OrderDraft, price: Big | null, { match }: OrderContext): Problem | null {
  if (kind === 'stop_market') return null;
  if (price === null) return problem(kind === 'market' ? 'errors.no_best_price' : 'errors.price_required');
  if (kind === 'market' || onStep(price, match.price_step)) return null;
  return problem('errors.price_step', { step: match.price_step });
}

function sizeProblem({ led }: OrderDraft, { entered }: Sized, { match }: OrderContext): Problem | null {
  if (entered === null) return problem('errors.quantity_required');
  if (led === 'total' || onStep(entered, match.amount_step)) return null;
  return problem('errors.quantity_step', { step: match.amount_step });
}

/** An order must reach the market's minimum value, and one sized by total at least one lot. */
function worthProblem(draft: OrderDraft, { entered, price, total }: Sized, { match }: OrderContext): Problem | null {
  if (entered === null || price === null) return null;
  const lot = price.times(match.amount_step);
  const byTotal = draft.led === 'total';
  const minimum =
    byTotal && lot.gt(match.min_notional) ? plain(lot, match.quote_decimals, Big.roundUp) : match.min_notional;
  const ownPrice = draft.kind === 'limit' || draft.kind === 'stop_limit';
  const worth = byTotal ? (ownPrice ? total : entered) : entered.times(price);
  if (worth !== null && worth.gte(minimum)) return null;
  return problem('trade.minNotional', { minimum, currency: match.quote_currency_code });
}

function balanceProblem({ side }: OrderDraft, { needed }: Sized, { match, available }: OrderContext): Problem | null {
  if (needed === null || available === null || needed.lte(available)) return null;
  const currency = side === 'buy' ? match.quote_currency_code : match.base_currency_code;
  return problem('trade.insufficient', { available, currency });
}

function problem(key: Problem['key'], values: Problem['values'] = {}): Problem {
  return { key, values };
}

function warningsOf(draft: OrderDraft, sized: Sized, context: OrderContext): readonly Warning[] {
  switch (draft.kind) {
    case 'market':
      return [...marketWarnings(sized, context), ...ownWarnings(draft, sized, context)];
    case 'limit': {
      const market = positive(context.opposite[0]?.price ?? '') ?? positive(context.last ?? '');
      return [...farWarning(draft.side, sized.price, market), ...ownWarnings(draft, sized, context)];
    }
    case 'stop_limit':
      return farWarning(draft.side, sized.price, sized.stop, 'ticket.farFromStop');
    case 'stop_market':
      return [];
  }
}

function marketWarnings({ entered, estimate }: Sized, { match }: OrderContext): readonly Warning[] {
  if (estimate === null || entered === null) return [];
  const { amount, slippage, complete } = estimate;
  const warnings: Warning[] = [];
  if (!complete) {
    const values = { amount: plain(amount, match.amount_decimals, Big.roundDown), currency: match.base_currency_code };
    warnings.push({ key: 'ticket.partly', values, grave: true });
  }
  if (slippage.gte(slippageLimits.warned)) {
    const grave = slippage.gte(slippageLimits.asked);
    warnings.push({ key: 'ticket.slippageHigh', values: { percent: slippage.toFixed() }, grave });
  }
  return warnings;
}

/**
 * Warns which of the user's own orders this one would cancel, or that it would be cancelled itself. A post-only order
 * is refused instead.
 */
function ownWarnings(
  draft: OrderDraft,
  { price, amount, estimate }: Sized,
  { match, opposite, own }: OrderContext,
): readonly Warning[] {
  const { side, kind, postOnly } = draft;
  if (own.length === 0 || postOnly) return [];
  const limited = kind === 'limit' && price !== null && amount !== null;
  const reached = limited ? reachOfLimit({ side, price, amount }, opposite, own) : (estimate?.reached ?? null);
  if (reached === null) return [];
  const prevention = preventionOf(draft, match);
  const met = ownOrdersUpTo(side, reached, own, prevention !== 'expire_maker');
  if (met === null) return [];
  const values = {
    amount: plain(met.amount, match.amount_decimals, Big.roundDown),
    price: met.price.toFixed(match.price_decimals),
    currency: match.base_currency_code,
  };
  return [{ key: ownWarningKeys[prevention], values, grave: false }];
}

const ownWarningKeys = {
  expire_maker: 'ticket.meetsOwn',
  expire_taker: 'ticket.endsAtOwn',
  expire_both: 'ticket.endsBoth',
} as const;

function preventionOf({ prevention }: OrderDraft, match: OrderContext['match']): SelfTradePrevention {
  return prevention ?? match.self_trade_prevention;
}

/** Warns of a price much worse for the user than the market; a much better one only rests. */
function farWarning(
  side: Side,
  price: Big | null,
  from: Big | null,
  key: Warning['key'] = side === 'buy' ? 'ticket.farAbove' : 'ticket.farBelow',
): readonly Warning[] {
  if (price === null || from === null) return [];
  const worse = side === 'buy' ? price.minus(from) : from.minus(price);
  const percent = worse.div(from).times(100);
  if (percent.lte(farPercent)) return [];
  const values = { percent: percent.round(1, Big.roundDown).toFixed() };
  return [{ key, values, grave: true }];
}

/** The order to send. All required values exist, since there are no errors. */
function inputOf(draft: OrderDraft, { stop, price, entered, amount }: Sized, { match }: OrderContext): OrderInput {
  const text = (value: Big | null, decimals: number): string =>
    value === null ? '' : plain(value, decimals, Big.roundDown);
  const common = {
    currency_match_id: match.id,
    order_type: draft.kind,
    ...(draft.prevention === null ? {} : { self_trade_prevention: draft.prevention }),
  };
  const size =
    draft.led === 'amount'
      ? { number: text(entered, match.amount_decimals) }
      : { quote_amount: text(entered, match.quote_decimals) };
  const priced = { price: text(price, match.price_decimals), number: text(amount, match.amount_decimals) };
  const terms = { time_in_force: draft.timeInForce, ...(draft.postOnly ? { post_only: true } : {}) };
  const waits = { stop_price: text(stop, match.price_decimals) };
  switch (draft.kind) {
    case 'limit':
      return { ...common, ...priced, ...terms };
    case 'stop_limit':
      return { ...common, ...waits, ...priced, ...terms };
    case 'market':
      return { ...common, price: priced.price, ...size };
    case 'stop_market':
      return { ...common, ...waits, ...size };
  }
}
