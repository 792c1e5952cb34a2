import { choice, flag, nullable, text, variants } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, lots, ticks } from '../declaration/vocabulary.ts';

export const side = choice('buy', 'sell');
export type Side = ValueOf<typeof side>;

/** A stop order keeps its type when it is triggered. */
export const orderType = choice('limit', 'market', 'stop_limit', 'stop_market');
export type OrderType = ValueOf<typeof orderType>;

export const timeInForce = choice('gtc', 'ioc', 'fok');
export type TimeInForce = ValueOf<typeof timeInForce>;

/** Which order of the same user gives way when two of them would trade; the taker's mode decides. */
export const selfTradePrevention = choice('expire_maker', 'expire_taker', 'expire_both');
export type SelfTradePrevention = ValueOf<typeof selfTradePrevention>;

export const clientOrderId = text('A-Za-z0-9_-', 36);

/**
 * The size of a market order: a quantity, or an amount of the quote currency, which a buy spends at most and a sell is
 * to earn before its fee.
 */
export const marketOrderSize = variants('by', {
  quantity: { tag: 'lots', fields: { quantity: lots } },
  quote_amount: { tag: 'units', fields: { quoteAmount: amount } },
});
export type MarketOrderSize = ValueOf<typeof marketOrderSize>;

/**
 * The order that a stop order becomes when it is triggered; the slippage of a market order counts from the best price
 * of that moment.
 */
export const triggeredOrder = variants('orderType', {
  limit: { tag: 'limit', fields: { timeInForce, postOnly: flag, price: ticks, quantity: lots } },
  market: { tag: 'market', fields: { size: marketOrderSize } },
});
export type TriggeredOrder = ValueOf<typeof triggeredOrder>;

/** Terms that every new order has besides its price and size. `selfTradePrevention` null leaves that to the market. */
export const identity = {
  selfTradePrevention: nullable(selfTradePrevention),
  clientOrderId: nullable(clientOrderId),
};
