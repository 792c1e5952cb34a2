import { asAmount, million, mulDivCeil, mulDivFloor } from '../money.ts';
import { lotsThatEarn } from './market-order-plan.ts';
import { priceLimit } from './orders.ts';
import type { MarketOrderSize } from './terms.ts';
import type { PlaceStopOrder } from './commands.ts';
import type { OrderAccepted } from './events.ts';
import type { LiveMarket } from '../market/market.ts';
import type { Lots, Ticks } from '../money.ts';

/**
 * The limits of a stop order, before the book at its trigger is known. Amounts above 2^53 − 1 are inexact and only good
 * for detecting that they are too large.
 */
export interface StopOrderPlan extends Pick<
  OrderAccepted,
  'orderType' | 'timeInForce' | 'postOnly' | 'price' | 'quantity' | 'quoteAmount' | 'held'
> {
  /** The maximum number of lots that it may trade. */
  readonly maxLots: Lots;
  /**
   * The order's value in quote units at its own price, or its quote amount; and the minimum value that can trade at
   * that price.
   */
  readonly worth: number;
  readonly minWorth: number;
  /** The largest amount of either currency that the order could move. */
  readonly largestAmount: number;
}

/** Plans a stop order with valid prices and sizes. */
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
    orderType: 'stop_limit',
    timeInForce,
    postOnly,
    price,
    quantity,
    quoteAmount: null,
    maxLots: quantity,
    held: asAmount(side === 'buy' ? worth : baseAmount),
    worth,
    minWorth: 0,
    largestAmount: Math.max(worth, baseAmount),
  };
}

type SizePlan = Omit<StopOrderPlan, 'orderType' | 'timeInForce' | 'postOnly' | 'price'>;

/** A buy by quantity locks its cost at the end of the slippage from its stop price; one by amount locks that amount. */
function planBuy(market: LiveMarket, size: MarketOrderSize, stopPrice: Ticks): SizePlan {
  if (size.by === 'quote_amount') {
    const { quoteAmount } = size;
    // Covers any price at which it may trade, because no price is below one tick.
    const maxLots = Math.floor(quoteAmount / market.quoteAmount(1 as Ticks, 1 as Lots)) as Lots;
    const minWorth = market.quoteAmount(stopPrice, 1 as Lots);
    const worths = { worth: quoteAmount, minWorth, largestAmount: quoteAmount };
    return { quantity: 0 as Lots, quoteAmount, maxLots, held: quoteAmount, ...worths };
  }
  const { quantity } = size;
  const worst = mulDivCeil(stopPrice, million + market.listing.marketSlippagePpm, million);
  const cost = market.quoteAmount(Math.min(worst, priceLimit - 1) as Ticks, quantity);
  const largestAmount = Math.max(cost, market.baseAmount(quantity));
  const worths = { worth: market.quoteAmount(stopPrice, quantity), minWorth: 0, largestAmount };
  return { quantity, quoteAmount: null, maxLots: quantity, held: asAmount(cost), ...worths };
}

/** A sell locks its quantity, or the lots that earn its amount at the end of the slippage from its stop price. */
function planSell(market: LiveMarket, size: MarketOrderSize, stopPrice: Ticks): SizePlan {
  if (size.by === 'quantity') {
    const { quantity } = size;
    const held = asAmount(market.baseAmount(quantity));
    const worth = market.quoteAmount(stopPrice, quantity);
    const worths = { worth, minWorth: 0, largestAmount: Math.max(held, worth) };
    return { quantity, quoteAmount: null, maxLots: quantity, held, ...worths };
  }
  const { quoteAmount } = size;
  const worst = mulDivFloor(stopPrice, million - market.listing.marketSlippagePpm, million);
  const maxLots = lotsThatEarn(market, quoteAmount, Math.max(worst, 1) as Ticks);
  const held = asAmount(market.baseAmount(maxLots));
  const worths = { worth: quoteAmount, minWorth: 0, largestAmount: Math.max(quoteAmount, held) };
  return { quantity: 0 as Lots, quoteAmount, maxLots, held, ...worths };
}
