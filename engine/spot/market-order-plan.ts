import { million, mulDivCeil, mulDivFloor } from '../money.ts';
import { priceLimit } from './orders.ts';
import type { MarketOrderSize, Side } from './terms.ts';
import type { PlaceMarketOrder } from './commands.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Lots, Ticks } from '../money.ts';

/**
 * What a market order comes to in the book of this moment. Amounts beyond 2^53 − 1 are only good for comparing with
 * that.
 */
export interface MarketOrderPlan {
  /** The price that its slippage counts from, and the worst that it accepts. */
  readonly price: Ticks;
  readonly bound: Ticks;
  /** The most lots that it may trade. */
  readonly most: Lots;
  /** Its worth in quote units at `price`, or the amount that it names, and the least that can trade at all. */
  readonly worth: number;
  readonly minWorth: number;
  /** The largest amount of either currency that it could move. */
  readonly largestAmount: number;
  /** Of the paying currency: what all of it needs at the best price that there is, and what is locked for it. */
  readonly needed: Amount;
  readonly held: Amount;
}

/** Plans an order whose size and price can be one, where the best price of the other side is `best`. */
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

/** The worst price that a market order accepts whose slippage counts from this one. */
export function slippageBound({ listing }: LiveMarket, side: Side, price: Ticks): Ticks {
  const slippage = listing.marketSlippagePpm;
  return side === 'buy'
    ? (Math.min(mulDivFloor(price, million + slippage, million), priceLimit - 1) as Ticks)
    : (Math.max(mulDivCeil(price, million - slippage, million), 1) as Ticks);
}

/** A buy locks what it costs at its bound, or the amount that it may spend; at most what is available. */
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
    const most = Math.floor(quoteAmount / lotPrice) as Lots;
    const worths = { worth: quoteAmount, minWorth: lotPrice, largestAmount: quoteAmount };
    return { price, bound, most, ...worths, needed: quoteAmount, held: quoteAmount };
  }
  const { quantity } = size;
  const cost = market.quoteAmount(bound, quantity);
  return {
    price,
    bound,
    most: quantity,
    worth: market.quoteAmount(price, quantity),
    minWorth: 0,
    largestAmount: Math.max(cost, market.quoteAmount(price, quantity), market.baseAmount(quantity)),
    needed: market.quoteAmount(Math.min(best, bound) as Ticks, quantity) as Amount,
    held: Math.min(available, cost) as Amount,
  };
}

/**
 * A sell locks its quantity, or the lots that earn its amount at its bound; of the latter at most what is available.
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
    const held = market.baseAmount(quantity) as Amount;
    const worth = market.quoteAmount(price, quantity);
    const largestAmount = Math.max(held, worth, market.quoteAmount(best, quantity));
    return { price, bound, most: quantity, worth, minWorth: 0, largestAmount, needed: held, held };
  }
  const { quoteAmount } = size;
  const fewest = lotsThatEarn(market, quoteAmount, Math.max(best, bound) as Ticks);
  const wanted = lotsThatEarn(market, quoteAmount, bound);
  const most = Math.min(wanted, Math.floor(available / market.listing.baseUnitsPerLot)) as Lots;
  const needed = market.baseAmount(fewest) as Amount;
  return {
    price,
    bound,
    most,
    worth: quoteAmount,
    minWorth: 0,
    largestAmount: Math.max(quoteAmount, needed),
    needed,
    held: market.baseAmount(most) as Amount,
  };
}

/** The fewest lots that earn an amount at a price. */
export function lotsThatEarn(market: LiveMarket, quoteAmount: Amount, price: Ticks): Lots {
  return Math.ceil(quoteAmount / market.quoteAmount(price, 1 as Lots)) as Lots;
}
