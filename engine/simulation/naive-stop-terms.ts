import { isId, largest, refuse, roundedUp, smaller, greater } from './naive-rules.ts';
import type { PlaceStopOrder } from '../spot/commands.ts';
import type { NaiveMarket } from './naive-rules.ts';
import type { NaiveOrder, NaiveState } from './naive-state.ts';

type StopTerms = Pick<
  NaiveOrder,
  'orderType' | 'timeInForce' | 'postOnly' | 'price' | 'quantity' | 'remaining' | 'quoteAmount' | 'held' | 'stopPrice'
>;

/** Whether a trade at this price triggers a stop order of this side. */
function isStopMet(side: string, stopPrice: number, price: bigint): boolean {
  return side === 'buy' ? price >= BigInt(stopPrice) : price <= BigInt(stopPrice);
}

/** The waiting stop orders of a market and side that a price triggers, in triggering order. */
export function metStops(state: NaiveState, market: number, side: string, price: bigint): NaiveOrder[] {
  return state.orders
    .filter((order) => order.isWaiting && order.market === market && order.side === side)
    .filter((order) => isStopMet(side, order.stopPrice ?? 0, price))
    .toSorted((a, b) => {
      const apart = (a.stopPrice ?? 0) - (b.stopPrice ?? 0);
      return (side === 'buy' ? apart : -apart) || a.order - b.order;
    });
}

/** The terms of a stop order, after all checks. */
export function stopTerms(state: NaiveState, market: NaiveMarket, command: PlaceStopOrder): StopTerms {
  const { side, stopPrice, becomes } = command;
  checkForm(command);
  checkSteps(market, command);
  const references = state.reached.filter((trade) => trade.market === market.market && trade.side === side);
  const lastPrice = state.lastPrices.get(market.market);
  for (const reference of [lastPrice, references.at(-1)?.price]) {
    const wouldTrigger = reference !== undefined && isStopMet(side, stopPrice, reference);
    refuse(wouldTrigger, { reason: 'stop_would_trigger', stopPrice, reference: Number(reference) });
  }

  const cost = (price: bigint, lots: bigint): bigint => price * lots * market.quoteUnits;
  const slippage = BigInt(market.marketSlippagePpm);
  const stop = BigInt(stopPrice);
  const highest = smaller(roundedUp(stop * (1_000_000n + slippage), 1_000_000n), 2n ** 31n - 1n);
  const lowest = greater((stop * (1_000_000n - slippage)) / 1_000_000n, 1n);
  let price = stop;
  let maxLots: bigint;
  let worth: bigint;
  let locked: bigint;
  let minWorth = BigInt(market.minNotional);
  let quoteAmount: number | null = null;
  if (becomes.orderType === 'limit' || becomes.size.by === 'quantity') {
    if (becomes.orderType === 'limit') price = BigInt(becomes.price);
    maxLots = BigInt(
      becomes.orderType === 'limit' ? becomes.quantity : becomes.size.by === 'quantity' ? becomes.size.quantity : 0,
    );
    worth = cost(price, maxLots);
    locked =
      side === 'sell' ? maxLots * market.baseUnits : becomes.orderType === 'limit' ? worth : cost(highest, maxLots);
    const moved = [worth, locked, maxLots * market.baseUnits];
    refuse(
      moved.some((amount) => amount > largest),
      { reason: 'notional_too_large' },
    );
  } else {
    quoteAmount = becomes.size.quoteAmount;
    worth = BigInt(quoteAmount);
    maxLots = side === 'buy' ? worth / market.quoteUnits : roundedUp(worth, cost(lowest, 1n));
    locked = side === 'buy' ? worth : maxLots * market.baseUnits;
    if (side === 'buy') minWorth = greater(minWorth, cost(stop, 1n));
    refuse(locked > largest, { reason: 'notional_too_large' });
  }
  refuse(worth < minWorth, { reason: 'below_min_notional', minimum: Number(minWorth), notional: Number(worth) });
  refuse(market.sellBlocked && side === 'sell', { reason: 'sell_blocked' });
  const isLimit = becomes.orderType === 'limit';
  return {
    orderType: isLimit ? 'stop_limit' : 'stop_market',
    timeInForce: isLimit ? becomes.timeInForce : 'ioc',
    postOnly: isLimit && becomes.postOnly,
    price,
    quantity: quoteAmount === null ? maxLots : 0n,
    remaining: maxLots,
    quoteAmount,
    held: locked,
    stopPrice,
  };
}

function checkForm({ stopPrice, becomes }: PlaceStopOrder): void {
  const isLimit = becomes.orderType === 'limit';
  refuse(isLimit && becomes.postOnly && becomes.timeInForce !== 'gtc', { reason: 'time_in_force_invalid' });
  refuse(!isId(stopPrice, 2 ** 31), { reason: 'stop_price_invalid' });
  if (becomes.orderType === 'limit') {
    refuse(!isId(becomes.price, 2 ** 31), { reason: 'price_invalid' });
    refuse(!isId(becomes.quantity, 2 ** 53), { reason: 'quantity_invalid' });
  } else if (becomes.size.by === 'quantity') {
    refuse(!isId(becomes.size.quantity, 2 ** 53), { reason: 'quantity_invalid' });
  } else {
    refuse(!isId(becomes.size.quoteAmount, 2 ** 53), { reason: 'amount_invalid' });
  }
}

function checkSteps({ priceStep, quantityStep }: NaiveMarket, { stopPrice, becomes }: PlaceStopOrder): void {
  const offPrice = { reason: 'price_off_step', step: priceStep };
  const offQuantity = { reason: 'quantity_off_step', step: quantityStep };
  refuse(stopPrice % priceStep > 0, offPrice);
  if (becomes.orderType === 'limit') {
    refuse(becomes.price % priceStep > 0, offPrice);
    refuse(becomes.quantity % quantityStep > 0, offQuantity);
  } else if (becomes.size.by === 'quantity') {
    refuse(becomes.size.quantity % quantityStep > 0, offQuantity);
  }
}
