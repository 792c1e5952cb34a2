import Big from 'big.js';
import type { LeverPair, LeverPosition } from '@bourse/contract/leverage';

/** The smallest equity, in percent of all margins, that an order may leave. */
const minimumRate = 120;

/** How far beyond the quoted price a market order may fill: 0.5 %. */
const worstShare = '0.005';

export type LeverSide = 'long' | 'short';

/** The account, the pair and the user's other positions and orders, at the present marks. */
export interface OrderSituation {
  readonly pair: Pick<
    LeverPair,
    | 'lever_share_num'
    | 'mark_decimals'
    | 'spread_rate'
    | 'lever_fee_rate'
    | 'tiers'
    | 'min_share'
    | 'max_share'
    | 'room'
  >;
  /** The decimals of the quote currency. */
  readonly decimals: number;
  /** The highest multiple that the pair offers. */
  readonly top: number;
  /** 0: the fee is a share of the margin; 1: of the amount. */
  readonly marketType: 0 | 1;
  /** The mark; null while the pair is suspended. */
  readonly mark: string | null;
  readonly available: string;
  readonly equity: string;
  readonly margin: string;
  readonly maintenance: string;
  /** The user's positions and orders in the quote currency. */
  readonly others: readonly Pick<
    LeverPosition,
    'currency_match_id' | 'status' | 'type' | 'number' | 'price' | 'caution_money'
  >[];
  readonly market: number;
}

/** An order as it would be sent. `target` is null for a market order. */
export interface OrderedPosition {
  readonly side: LeverSide;
  readonly share: number;
  readonly multiple: number;
  readonly target: string | null;
}

/** The figures of an order, as plain decimals in the quote currency. */
export interface OrderTerms {
  /** The amount of base currency. */
  readonly number: string;
  /** The price at which it is expected to fill. */
  readonly price: string;
  /** The worst price at which a market order fills; null for a limit order. */
  readonly worst: string | null;
  readonly amount: string;
  readonly margin: string;
  readonly fee: string;
  /** The money that the order holds until it fills: margin and fee at the dearest price. */
  readonly held: string;
  /** The mark at which the account would be liquidated, if all other marks stay; null without one. */
  readonly liquidation: string | null;
}

export type OrderProblem =
  | { readonly key: 'share_out_of_range' }
  | { readonly key: 'index_unavailable' }
  | { readonly key: 'multiple_too_high'; readonly maximum: number }
  | { readonly key: 'position_too_large' }
  | { readonly key: 'exposure_cap' }
  | { readonly key: 'insufficient_balance' }
  | { readonly key: 'risk_too_high'; readonly rate: string };

/** The figures of an order; null while the pair is suspended. Rounded as the engine rounds them. */
export function orderTerms(order: OrderedPosition, at: OrderSituation): OrderTerms | null {
  const { pair, decimals } = at;
  const prices = pricesOf(order, at);
  if (prices === null) return null;
  const number = new Big(pair.lever_share_num).times(order.share);
  const sums = (price: Big) => sumsAt(number.times(price), order, at);
  const filled = sums(prices.fill);
  const held = sums(prices.dearest);
  return {
    number: number.toFixed(),
    price: prices.fill.toFixed(),
    worst: prices.worst?.toFixed() ?? null,
    amount: filled.amount.toFixed(decimals, Big.roundUp),
    margin: filled.margin.toFixed(decimals),
    fee: filled.fee.toFixed(decimals),
    held: held.margin.plus(held.fee).toFixed(decimals),
    liquidation: liquidationAfter(order, at, { number, reference: prices.reference, fill: prices.fill, ...filled }),
  };
}

/** The first check that the order would fail, in the engine's order; null for none. */
export function orderProblem(order: OrderedPosition, at: OrderSituation): OrderProblem | null {
  const { pair } = at;
  if (!Number.isSafeInteger(order.share) || order.share < pair.min_share || order.share > pair.max_share) {
    return { key: 'share_out_of_range' };
  }
  const prices = pricesOf(order, at);
  if (prices === null) return { key: 'index_unavailable' };
  const number = new Big(pair.lever_share_num).times(order.share);
  const { amount, margin, fee } = sumsAt(number.times(prices.dearest), order, at);
  const total = amountBefore(at).plus(amount);
  const tier = pair.tiers.find(({ limit }) => total.lte(limit));
  if (tier === undefined) return { key: 'position_too_large' };
  const maximum = Math.min(tier.multiple, at.top);
  if (order.multiple > maximum) return { key: 'multiple_too_high', maximum };
  if (amount.gt(pair.room)) return { key: 'exposure_cap' };
  if (margin.plus(fee).gt(at.available)) return { key: 'insufficient_balance' };
  const left = new Big(at.equity).minus(fee).minus(number.times(prices.fill.minus(prices.reference).abs()));
  const margins = at.others.filter(isOrder).reduce((sum, one) => sum.plus(one.caution_money), margin.plus(at.margin));
  if (left.times(100).lt(margins.times(minimumRate))) {
    const rate = left.lt(0) ? '0' : left.times(100).div(margins).toFixed(2, Big.roundDown);
    return { key: 'risk_too_high', rate };
  }
  return null;
}

/** The most hands of an order that passes all checks; 0 for none. */
export function mostShares(order: Omit<OrderedPosition, 'share'>, at: OrderSituation): number {
  const passes = (share: number): boolean => orderProblem({ ...order, share }, at) === null;
  let [low, high] = [at.pair.min_share - 1, at.pair.max_share];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low < at.pair.min_share ? 0 : low;
}

function pricesOf({ side, target }: OrderedPosition, { pair, mark }: OrderSituation) {
  if (mark === null || (target !== null && !(Number(target) > 0))) return null;
  const reference = new Big(target ?? mark);
  const isLong = side === 'long';
  const away = (price: Big, share: Big.BigSource): Big =>
    isLong
      ? price.times(new Big(1).plus(share)).round(pair.mark_decimals, Big.roundUp)
      : price.times(new Big(1).minus(share)).round(pair.mark_decimals, Big.roundDown);
  const quoted = away(reference, pair.spread_rate);
  if (target !== null) return { reference, fill: reference, worst: null, dearest: reference };
  const worst = away(quoted, worstShare);
  return { reference, fill: quoted, worst, dearest: [reference, quoted, worst].reduce((a, b) => (a.gt(b) ? a : b)) };
}

function sumsAt(amount: Big, { multiple }: OrderedPosition, { pair, marketType, decimals }: OrderSituation) {
  const margin = amount.div(multiple).round(decimals, Big.roundUp);
  const fee = (marketType === 0 ? margin : amount).times(pair.lever_fee_rate).round(decimals, Big.roundUp);
  return { amount, margin, fee };
}

/** The amounts of the user's other positions and orders on the pair. */
function amountBefore({ others, market }: OrderSituation): Big {
  return others
    .filter((one) => one.currency_match_id === market)
    .reduce((sum, { number, price }) => sum.plus(new Big(number).times(price)), new Big(0));
}

interface Filled {
  readonly number: Big;
  readonly reference: Big;
  readonly fill: Big;
  readonly amount: Big;
  readonly fee: Big;
}

function liquidationAfter({ side }: OrderedPosition, at: OrderSituation, filled: Filled): string | null {
  const sign = side === 'long' ? 1 : -1;
  const net = at.others
    .filter((one) => one.currency_match_id === at.market && !isOrder(one))
    .reduce((sum, { type, number }) => sum.plus(type === 1 ? number : `-${number}`), filled.number.times(sign));
  if (net.eq(0)) return null;
  const cost = filled.number.times(filled.fill.minus(filled.reference).abs());
  const equity = new Big(at.equity).minus(filled.fee).minus(cost);
  const maintenance = maintenanceOf(filled.amount, at).plus(at.maintenance);
  const slack = equity.minus(maintenance);
  const move = (slack.lt(0) ? new Big(0) : slack).div(net.abs()).round(at.pair.mark_decimals, Big.roundUp);
  const price = net.gt(0) ? filled.reference.minus(move) : filled.reference.plus(move);
  return price.gt(0) ? price.toFixed() : null;
}

/** The maintenance margin of an amount on top of the user's others on the pair: each part at the rate of its tier. */
export function maintenanceOf(amount: Big, at: OrderSituation): Big {
  const before = amountBefore(at);
  const total = before.plus(amount);
  let from = new Big(0);
  let sum = new Big(0);
  for (const { limit, multiple } of at.pair.tiers) {
    const upper = total.lt(limit) ? total : new Big(limit);
    const lower = before.gt(from) ? before : from;
    if (upper.gt(lower)) sum = sum.plus(upper.minus(lower).div(2 * Math.min(multiple, at.top)));
    from = new Big(limit);
  }
  return sum.round(at.decimals, Big.roundUp);
}

function isOrder({ status }: Pick<LeverPosition, 'status'>): boolean {
  return status === 0;
}
