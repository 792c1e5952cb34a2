import { asAmount, million, mulDivCeil, mulDivFloor } from '../money.ts';
import { priceLimit } from './orders.ts';
import type { MarketOrderSize, Side } from './terms.ts';
import type { PlaceMarketOrder } from './commands.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Lots, Ticks } from '../money.ts';

/**
 * The limits of a market order against the current book. Amounts above 2^53 − 1 are inexact and only good for detecting
 * that they are too large.
 */
export interface MarketOrderPlan {
  /** The reference price of its slippage, and the worst price that it accepts. */
  readonly price: Ticks;
  readonly bound: Ticks;
  /** The maximum number of lots that it may trade. */
  readonly maxLots: Lots;
  /** The order's value in quote units at `price`, or its quote amount; and the minimum value that can trade at all. */
  readonly worth: number;
  readonly minWorth: number;
  /** The largest amount of either currency that the order could move. */
  readonly largestAmount: number;
  /** In the paying currency: the funds needed at the current best price, and the amount to lock. */
  readonly needed: Amount;
  readonly held: Amount;
}

/** Plans an order with a valid size and price, where `best` is the best opposite price. */
export function planMarketOrder(
  market: LiveMarket,
  command: PlaceMarketOrder,
  best: Ticks,
  available: Amount,
): MarketOrderPlan {
  const { size } = command;
  const price = command.price ?? best;
  return command.side === 'buy'
    ? planBuy(market, size, price, best, available)
    : planSell(market, size, price, best, available);
}

/** The worst price that a market order accepts, given the reference price of its slippage. */
export function slippageBound({ listing }: LiveMarket, side: Side, price: Ticks): Ticks {
  const slippage = listing.marketSlippagePpm;
  return side === 'buy'
    ? (Math.min(mulDivFloor(price, million + slippage, million), priceLimit - 1) as Ticks)
    : (Math.max(mulDivCeil(price, million - slippage, million), 1) as Ticks);
}

/** A buy locks its cost at the worst accepted price, or its quote amount; at most the available funds. */
function planBuy(
  market: LiveMarket,
  size: MarketOrderSize,
  price: Ticks,
  best: Ticks,
  available: Amount,
): MarketOrderPlan {
  const bound = slippageBound(market, 'buy', price);
  if (size.by === 'quote_amount') {
    const { quoteAmount } = size;
    const lotPrice = market.quoteAmount(best, 1 as Lots);
    const maxLots = Math.floor(quoteAmount / lotPrice) as Lots;
    const worths = { worth: quoteAmount, minWorth: lotPrice, largestAmount: quoteAmount };
    return { price, bound, maxLots, ...worths, needed: quoteAmount, held: quoteAmount };
  }
  const { quantity } = size;
  const cost = market.quoteAmount(bound, quantity);
  return {
    price,
    bound,
    maxLots: quantity,
    worth: market.quoteAmount(price, quantity),
    minWorth: 0,
    largestAmount: Math.max(cost, market.quoteAmount(price, quantity), market.baseAmount(quantity)),
    needed: asAmount(market.quoteAmount(Math.min(best, bound) as Ticks, quantity)),
    held: asAmount(Math.min(available, cost)),
  };
}

/**
 * A sell locks its quantity, or the lots that yield its quote amount at the worst accepted price, in this case at most
 * the available funds.
 */
function planSell(
  market: LiveMarket,
  size: MarketOrderSize,
  price: Ticks,
  best: Ticks,
  available: Amount,
): MarketOrderPlan {
  const bound = slippageBound(market, 'sell', price);
  if (size.by === 'quantity') {
    const { quantity } = size;
    const held = asAmount(market.baseAmount(quantity));
    const worth = market.quoteAmount(price, quantity);
    const largestAmount = Math.max(held, worth, market.quoteAmount(best, quantity));
    return { price, bound, maxLots: quantity, worth, minWorth: 0, largestAmount, needed: held, held };
  }
  const { quoteAmount } = size;
  const fewest = lotsThatEarn(market, quoteAmount, Math.max(best, bound) as Ticks);
  const wanted = lotsThatEarn(market, quoteAmount, bound);
  const maxLots = Math.min(wanted, Math.floor(available / market.listing.baseUnitsPerLot)) as Lots;
  const needed = asAmount(market.baseAmount(fewest));
  return {
    price,
    bound,
    maxLots,
    worth: quoteAmount,
    minWorth: 0,
    largestAmount: Math.max(quoteAmount, needed),
    needed,
    held: asAmount(market.baseAmount(maxLots)),
  };
}

/** The minimum number of lots that yield an amount at a price. */
export function lotsThatEarn(market: LiveMarket, quoteAmount: Amount, price: Ticks): Lots {
  return Math.ceil(quoteAmount / market.quoteAmount(price, 1 as Lots)) as Lots;
}
