import { million, mulDivCeil, mulDivFloor } from '../money.ts';
import { lotsThatEarn } from './market-order-plan.ts';
import { priceLimit } from './orders.ts';
import type { MarketOrderSize } from './terms.ts';
import type { PlaceStopOrder } from './commands.ts';
import type { OrderAccepted } from './events.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Amount, Lots, Ticks } from '../money.ts';

/**
 * What a stop order comes to while nobody knows the book that it will meet. Amounts beyond 2^53 − 1 are only good for
 * comparing with that.
 */
export interface StopOrderPlan extends Pick<
  OrderAccepted,
  'orderType' | 'timeInForce' | 'postOnly' | 'price' | 'quantity' | 'quoteAmount' | 'held'
> {
  /** The most lots that it may trade. */
  readonly most: Lots;
  /**
   * Its worth in quote units at its own price, or the amount that it names, and the least that could trade at all
   * there.
   */
  readonly worth: number;
  readonly minWorth: number;
  /** The largest amount of either currency that it could move. */
  readonly largestAmount: number;
}

/** Plans a stop order whose prices and size can be some. */
export function planStopOrder(market: LiveMarket, { side, stopPrice, becomes }: PlaceStopOrder): StopOrderPlan {
  if (becomes.orderType === 'market') {
    const terms = { orderType: 'stop_market', timeInForce: 'ioc', postOnly: false, price: stopPrice } as const;
    const { size } = becomes;
    return { ...terms, ...(side === 'buy' ? planBuy(market, size, stopPrice) : planSell(market, size, stopPrice)) };
  }
  const { timeInForce, postOnly, price, quantity } = becomes;
  const worth = market.quoteAmount(price, quantity);
  const baseAmount = market.baseAmount(quantity);
  return {
    ...{ orderType: 'stop_limit', timeInForce, postOnly, price, quantity, quoteAmount: null, most: quantity },
    held: (side === 'buy' ? worth : baseAmount) as Amount,
    ...{ worth, minWorth: 0, largestAmount: Math.max(worth, baseAmount) },
  };
}

type SizePlan = Omit<StopOrderPlan, 'orderType' | 'timeInForce' | 'postOnly' | 'price'>;

/** A buy by quantity locks its cost where the slippage from its stop price ends; one by amount, that amount. */
function planBuy(market: LiveMarket, size: MarketOrderSize, stopPrice: Ticks): SizePlan {
  if (size.by === 'quote_amount') {
    const { quoteAmount } = size;
    // At whatever price it is triggered: no price is below one tick.
    const most = Math.floor(quoteAmount / market.quoteAmount(1 as Ticks, 1 as Lots)) as Lots;
    const minWorth = market.quoteAmount(stopPrice, 1 as Lots);
    const worths = { worth: quoteAmount, minWorth, largestAmount: quoteAmount };
    return { quantity: 0 as Lots, quoteAmount, most, held: quoteAmount, ...worths };
  }
  const { quantity } = size;
  const worst = mulDivCeil(stopPrice, million + market.listing.marketSlippagePpm, million);
  const cost = market.quoteAmount(Math.min(worst, priceLimit - 1) as Ticks, quantity);
  const largestAmount = Math.max(cost, market.baseAmount(quantity));
  const worths = { worth: market.quoteAmount(stopPrice, quantity), minWorth: 0, largestAmount };
  return { quantity, quoteAmount: null, most: quantity, held: cost as Amount, ...worths };
}

/** A sell locks its quantity, or the lots that earn its amount where the slippage from its stop price ends. */
function planSell(market: LiveMarket, size: MarketOrderSize, stopPrice: Ticks): SizePlan {
  if (size.by === 'quantity') {
    const { quantity } = size;
    const held = market.baseAmount(quantity) as Amount;
    const worth = market.quoteAmount(stopPrice, quantity);
    const worths = { worth, minWorth: 0, largestAmount: Math.max(held, worth) };
    return { quantity, quoteAmount: null, most: quantity, held, ...worths };
  }
  const { quoteAmount } = size;
  const worst = mulDivFloor(stopPrice, million - market.listing.marketSlippagePpm, million);
  const most = lotsThatEarn(market, quoteAmount, Math.max(worst, 1) as Ticks);
  const held = market.baseAmount(most) as Amount;
  const worths = { worth: quoteAmount, minWorth: 0, largestAmount: Math.max(quoteAmount, held) };
  return { quantity: 0 as Lots, quoteAmount, most, held, ...worths };
}
