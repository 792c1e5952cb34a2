import Big from 'big.js';
import type { DepthRow, Match } from '@bourse/contract/markets';
import type { Side } from './order-draft.ts';
import { amountThatEarns, amountWithin, feeOf } from './order-arithmetic.ts';

/** The size of a market order and the balance for it. */
export interface MarketSize {
  readonly side: Side;
  readonly led: 'amount' | 'total';
  readonly size: Big;
  /** Quote currency for a buy, base currency for a sell; null while unknown. */
  readonly available: Big | null;
  /** Whether it ends at an order of the same user; otherwise it skips that order. */
  readonly endsAtOwn: boolean;
}

/** The estimated result of a market order in the visible book. */
export interface MarketEstimate {
  readonly amount: Big;
  readonly total: Big;
  /** The fee in the received currency, counting every level as one trade. */
  readonly fee: Big;
  /** Quote paid per base received, truncated to the decimals of the quote currency; null when nothing would trade. */
  readonly average: Big | null;
  /** The worst price at which it would trade. */
  readonly worst: Big | null;
  /** The price of the last level that it reaches, including levels of the user's own orders; null for none. */
  readonly reached: Big | null;
  /** How much worse than the best price the average is, in per cent, rounded up to three decimals. */
  readonly slippage: Big;
  /** Whether the levels within the limits of the order fill it completely. */
  readonly complete: boolean;
}

type EstimateMarket = Pick<
  Match,
  'amount_step' | 'market_slippage' | 'taker_fee_rate' | 'base_decimals' | 'quote_decimals'
>;

/**
 * Fills a market order against the levels of the other side, best first, as the exchange would: within the market's
 * slippage from the best price, in whole lots, and limited by the balance. The user's own part of the levels (`own`, in
 * the same form) does not trade with it.
 */
export function estimateMarket(
  order: MarketSize,
  levels: readonly DepthRow[],
  own: readonly DepthRow[],
  match: EstimateMarket,
): MarketEstimate {
  const { side, led, size } = order;
  const ownAt = new Map(own.map(({ price, amount }) => [new Big(price).toFixed(), amount]));
  const best = levels[0];
  const bound = best === undefined ? null : boundOf(side, best.price, match);
  let amount = new Big(0);
  let total = new Big(0);
  let fee = new Big(0);
  let worst: Big | null = null;
  let reached: Big | null = null;
  let complete = false;
  for (const level of levels) {
    const price = new Big(level.price);
    if (bound !== null && (side === 'buy' ? price.gt(bound) : price.lt(bound))) break;
    const mine = ownAt.get(price.toFixed());
    const others = new Big(level.amount).minus(mine ?? 0);
    const wanted = wantedAt(price, order, amount, total, match);
    if (wanted.lte(0)) {
      // The rest of the total does not pay for another lot.
      complete = led === 'total' && side === 'buy' && amount.gt(0);
      break;
    }
    reached = price;
    const taken = wanted.gt(others) ? others : wanted;
    if (taken.lte(0)) {
      if (order.endsAtOwn) break;
      continue;
    }
    const paid = taken.times(price);
    amount = amount.plus(taken);
    total = total.plus(paid);
    fee = fee.plus(
      feeOf(
        side === 'buy' ? taken : paid,
        match.taker_fee_rate,
        side === 'buy' ? match.base_decimals : match.quote_decimals,
      ),
    );
    worst = price;
    if (isDone({ side, led, size }, amount, total, price, match)) {
      complete = true;
      break;
    }
    if (mine !== undefined && order.endsAtOwn) break;
  }
  const average = amount.gt(0) ? total.div(amount) : null;
  return {
    amount,
    total,
    fee,
    worst,
    reached,
    complete,
    average: average === null ? null : average.round(match.quote_decimals, Big.roundDown),
    slippage: average === null || best === undefined ? new Big(0) : distance(side, best.price, average),
  };
}

/** The worst price that a market order accepts, relative to the price that the user saw. */
function boundOf(side: Side, price: string, { market_slippage: slippage }: EstimateMarket): Big {
  return new Big(price).times(side === 'buy' ? new Big(1).plus(slippage) : new Big(1).minus(slippage));
}

function wantedAt(price: Big, order: MarketSize, amount: Big, total: Big, match: EstimateMarket): Big {
  const { side, led, size, available } = order;
  if (side === 'buy') {
    const money = led === 'total' ? size : available;
    const payable = money === null ? null : amountWithin(money.minus(total), price, match);
    if (led === 'total') return payable ?? new Big(0);
    const left = size.minus(amount);
    return payable !== null && payable.lt(left) ? payable : left;
  }
  const left = led === 'total' ? amountThatEarns(size.minus(total), price, match) : size.minus(amount);
  const owned = available === null ? null : available.minus(amount);
  return owned !== null && owned.lt(left) ? amountWithin(owned, new Big(1), match) : left;
}

function isDone(
  { side, led, size }: Pick<MarketSize, 'side' | 'led' | 'size'>,
  amount: Big,
  total: Big,
  price: Big,
  match: EstimateMarket,
): boolean {
  if (led === 'amount') return amount.gte(size);
  if (side === 'sell') return total.gte(size);
  return amountWithin(size.minus(total), price, match).lte(0);
}

/** How much worse `to` is than `from` for a side, in per cent. */
function distance(side: Side, from: string, to: Big): Big {
  const worse = side === 'buy' ? to.minus(from) : new Big(from).minus(to);
  return worse.lte(0) ? new Big(0) : worse.div(from).times(100).round(3, Big.roundUp);
}
